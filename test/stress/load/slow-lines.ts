import { connect, type Socket } from 'node:net';

/** Bytes that a connection sends first and then repeatedly. `reads`: whether it reads responses. */
type Habit = { opening: string; drip?: string; reads?: boolean };

const DRIP_MS = 1000;

const HOST = 'Host: site.example\r\n';
const BODY = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n';
/** Numbers of concurrent requests below and above the limit of the queue. */
const SOME = 12;
const MANY = 40;

/** Ways to occupy a server with hardly any bytes. */
const HABITS: readonly Habit[] = [
  { opening: '' },
  { opening: `GET / HTTP/1.1\r\n${HOST}X-Slow: `, drip: 'x' },
  {
    opening: `POST /en/work-with-us/application HTTP/1.1\r\n${HOST}Sec-Fetch-Site: same-origin\r\n${BODY}`,
    drip: 'x',
  },
  { opening: `POST / HTTP/1.1\r\n${HOST}${BODY}`, drip: 'x' },
  { opening: `GET / HTTP/1.1\r\n${HOST}\r\n`.repeat(SOME), reads: false },
  { opening: `GET / HTTP/1.1\r\n${HOST}\r\n`.repeat(MANY), reads: false },
];

/** Opens connections of every habit. Returns a function that closes them. */
export function openSlowLines(port: number, count: number): () => void {
  const sockets = Array.from({ length: count }, (_, index) => openLine(port, HABITS[index % HABITS.length]));
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

function openLine(port: number, { opening, drip = '', reads = true }: Habit = { opening: '' }): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(opening);
  if (reads) socket.resume();
  const timer = setInterval(() => drip && socket.write(drip), DRIP_MS);
  const end = () => clearInterval(timer);
  return socket.on('error', end).on('end', end).on('close', end);
}
