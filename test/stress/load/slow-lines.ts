import { connect, type Socket } from 'node:net';

/** Bytes that a connection sends first and then repeatedly. `reads`: whether it reads responses. */
type Habit = { opening: string; drip: string; reads: boolean };

const HOST = 'Host: site.example\r\n';
const BODY = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n';
/** Numbers of concurrent requests below and above the limit of the queue. */
const SOME = 12;
const MANY = 40;

/** Ways to occupy a server with hardly any bytes. */
const habits: Readonly<Record<string, Habit>> = {
  'says nothing': { opening: '', drip: '', reads: true },
  'headers byte by byte': { opening: `GET / HTTP/1.1\r\n${HOST}X-Slow: `, drip: 'x', reads: true },
  'a form byte by byte': {
    opening: `POST /en/work-with-us/application HTTP/1.1\r\n${HOST}Sec-Fetch-Site: same-origin\r\n${BODY}`,
    drip: 'x',
    reads: true,
  },
  'a body that nobody reads': { opening: `POST / HTTP/1.1\r\n${HOST}${BODY}`, drip: 'x', reads: true },
  'reads no answer': { opening: `GET / HTTP/1.1\r\n${HOST}\r\n`.repeat(SOME), drip: '', reads: false },
  'asks and asks': { opening: `GET / HTTP/1.1\r\n${HOST}\r\n`.repeat(MANY), drip: '', reads: false },
};

type Options = { port: number; lines: number; dripMs: number };

/** Opens `lines` connections in total, of every habit. */
export function openSlowLines({ port, lines, dripMs }: Options) {
  const kinds = Object.values(habits);
  const sockets = Array.from({ length: lines }, (_, index) =>
    openLine(port, kinds[index % kinds.length] as Habit, dripMs),
  );
  return {
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function openLine(port: number, { opening, drip, reads }: Habit, dripMs: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(opening);
  if (reads) socket.resume();
  const timer = setInterval(() => drip && socket.write(drip), dripMs);
  const end = () => clearInterval(timer);
  return socket.on('error', end).on('end', end).on('close', end);
}
