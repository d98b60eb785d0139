import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** `from` and `to`: envelope. `raw`: bytes as text. `parsed`: message. */
type ReceivedMail = { from: string; to: string[]; raw: string; parsed: ParsedMail };

type Reply = { code: number; text: string };

export type MailServerBehaviour = {
  /** Replies for rejected recipients. */
  refuses?: Record<string, Reply | number | undefined>;
  /** Rejects `MAIL FROM`. */
  sender?: Reply;
  /** Response after the message data. By default, the email is accepted. */
  end?: 'disconnects' | 'silent' | Reply;
  endDelayMs?: number;
  /** Does not send a greeting. */
  isSilent?: boolean;
  /** The only accepted login. */
  login?: { user: string; password: string };
};

const CLOSE_TIMEOUT_MS = 20;

const failure = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

/** Starts an SMTP server on loopback with configurable failures. It records emails and commands. */
export async function startMailServer(behaviour: MailServerBehaviour = {}, options: SMTPServerOptions = {}) {
  const current: MailServerBehaviour = { ...behaviour };
  const mails: ReceivedMail[] = [];
  const counts = { connections: 0, ended: 0 };
  const commands = { recipients: [] as string[], logins: [] as string[] };
  const cut = () => {
    // Destroys the TLS socket (`_socket`), because destroying the TCP socket below it fails.
    for (const { _socket: socket } of server.connections) socket.destroy();
  };
  const server = new SMTPServer({
    disabledCommands: current.login ? [] : ['AUTH', 'STARTTLS'],
    authOptional: current.login === undefined,
    disableReverseLookup: true,
    closeTimeout: CLOSE_TIMEOUT_MS,
    logger: false,
    ...options,
    onConnect(_session, done) {
      counts.connections += 1;
      if (!current.isSilent) done();
    },
    onAuth({ username = '', password }, _session, done) {
      commands.logins.push(username);
      if (username === current.login?.user && password === current.login?.password)
        done(null, { user: username });
      else done(failure(535, `5.7.8 ${username} with ${password} is rejected`));
    },
    onMailFrom(_address, _session, done) {
      done(current.sender && failure(current.sender.code, current.sender.text));
    },
    onRcptTo({ address }, _session, done) {
      commands.recipients.push(address);
      const refusal = current.refuses?.[address];
      const reply =
        typeof refusal === 'number' ? { code: refusal, text: `<${address}> is rejected` } : refusal;
      done(reply && failure(reply.code, reply.text));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        counts.ended += 1;
        const raw = Buffer.concat(chunks).toString();
        await wait(current.endDelayMs ?? 0);
        if (current.end === 'silent') return;
        if (current.end === 'disconnects') return cut();
        if (current.end) return done(failure(current.end.code, current.end.text));
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ from, to, raw, parsed: await simpleParser(raw) });
        done();
      });
    },
  });
  // Ignores aborted connections of clients.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    counts,
    commands,
    behave: (next: MailServerBehaviour) => Object.assign(current, next),
    /** Closes all connections. */
    cut,
    async close(): Promise<void> {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
