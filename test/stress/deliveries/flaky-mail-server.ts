import { SMTPServer } from 'smtp-server';
import type { Random } from '../../support/random.ts';

/** Failures per hundred emails. `lost`: the email is accepted, but the connection closes before the reply. */
const FAILURES = { greylisted: 10, full: 5, lost: 5 };

type Refusal = Error & { responseCode: number };
const refusal = (responseCode: number, message: string): Refusal =>
  Object.assign(new Error(message), { responseCode });

/** Starts a mail server with random failures. */
export async function startFlakyMailServer(random: Random) {
  /** Number of accepted emails by recipient and `Message-ID`. */
  const accepted = new Map<string, number>();
  const counts = { lost: 0, failures: 0 };
  let isFlaky = true;
  const happens = (failure: keyof typeof FAILURES): boolean => {
    const fails = isFlaky && random(100) < FAILURES[failure];
    if (fails) counts.failures += 1;
    return fails;
  };

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) =>
      callback(happens('greylisted') ? refusal(451, 'greylisted, try again later') : null),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (happens('full')) return callback(refusal(452, 'insufficient system storage'));
        const text = Buffer.concat(chunks).toString();
        const id = /^message-id:\s*(?<id>\S+)/imu.exec(text)?.groups?.id ?? 'no identifier';
        for (const { address } of session.envelope.rcptTo) {
          const key = `${address} ${id}`;
          accepted.set(key, (accepted.get(key) ?? 0) + 1);
        }
        if (!happens('lost')) return callback(null);
        counts.lost += 1;
        for (const connection of server.connections)
          if (connection.id === session.id) connection._socket.destroy();
      });
    },
  });
  // Ignores lost connections of killed sites.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    counts,
    behave: (): void => {
      isFlaky = false;
    },
    [Symbol.dispose]: () => server.close(() => undefined),
  };
}
