import { SMTPServer } from 'smtp-server';
import type { Random } from '../support/random.ts';

/** In a hundred mails so many meet each of these; `lost` are kept, and the line is cut before that is said. */
const HABITS = { greylisted: 10, full: 5, lost: 5 };

type Refusal = Error & { responseCode: number };
const refusal = (responseCode: number, message: string): Refusal =>
  Object.assign(new Error(message), { responseCode });

/** A mail server that fails in many ways, as chance has it. */
export async function startRoughMailServer(random: Random) {
  /** How often each `Message-ID` was kept, by recipient and identifier. */
  const kept = new Map<string, number>();
  const counts = { lost: 0, failures: 0 };
  let isRough = true;
  const happens = (habit: keyof typeof HABITS): boolean => {
    const does = isRough && random(100) < HABITS[habit];
    if (does) counts.failures += 1;
    return does;
  };

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) =>
      callback(happens('greylisted') ? refusal(451, 'greylisted, try again later') : null),
    onData(stream, session, callback) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        if (happens('full')) return callback(refusal(452, 'insufficient system storage'));
        const text = Buffer.concat(pieces).toString();
        const id = /^message-id:\s*(?<id>\S+)/imu.exec(text)?.groups?.id ?? 'no identifier';
        for (const { address } of session.envelope.rcptTo) {
          const key = `${address} ${id}`;
          kept.set(key, (kept.get(key) ?? 0) + 1);
        }
        if (!happens('lost')) return callback(null);
        counts.lost += 1;
        for (const connection of server.connections)
          if (connection.id === session.id) connection._socket.destroy();
      });
    },
  });
  // A site that is killed cuts its lines.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    kept,
    counts,
    behave: (): void => {
      isRough = false;
    },
    [Symbol.dispose]: () => server.close(() => undefined),
  };
}
