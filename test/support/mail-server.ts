import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** `from` and `to`: envelope. `raw`: bytes as text. `parsed`: message. */
type ReceivedMail = { from: string; to: string[]; raw: string; parsed: ParsedMail };

type Reply = { code: number; text: string };

export type MailServerBehaviour = {
  /** Replies for rejected recipients. `*`: any recipient. */
  refuses?: Record<string, Reply | number | undefined>;
  /** Rejects `MAIL FROM`. */
  sender?: Reply;
  /** Response after the message data. By default, the email is accepted. `lost`: accepted without a reply. */
  end?: 'disconnects' | 'lost' | 'silent' | Reply;
  endDelayMs?: number;
  /** Does not send a greeting. */
  isSilent?: boolean;
  /** The only accepted login. */
  login?: { user: string; password: string };
};

const CLOSE_TIMEOUT_MS = 20;

const failure = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

/**
 * Starts an SMTP server on loopback with configurable failures, which may be getters for random ones. It records emails and
 * commands.
 */
export async function startMailServer(behaviour: MailServerBehaviour = {}, options: SMTPServerOptions = {}) {
  let current = behaviour;
  const mails: ReceivedMail[] = [];
  const counts = { connections: 0, ended: 0 };
  const commands = { recipients: [] as string[], logins: [] as string[] };
  const cut = (session?: string) => {
    // Destroys the TLS socket (`_socket`), because destroying the TCP socket below it fails.
    for (const { id, _socket: socket } of server.connections) if (id === (session ?? id)) socket.destroy();
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
      const { refuses = {} } = current;
      const refusal = refuses[address] ?? refuses['*'];
      const reply =
        typeof refusal === 'number' ? { code: refusal, text: `<${address}> is rejected` } : refusal;
      done(reply && failure(reply.code, reply.text));
    },
    onData(stream, { id, envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        counts.ended += 1;
        const raw = Buffer.concat(chunks).toString();
        await wait(current.endDelayMs ?? 0);
        const { end } = current;
        if (end === 'silent') return;
        if (end === 'disconnects') return cut(id);
        if (typeof end === 'object') return done(failure(end.code, end.text));
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ from, to, raw, parsed: await simpleParser(raw) });
        if (end === 'lost') cut(id);
        else done();
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
    behave(next: MailServerBehaviour): void {
      current = { ...current, ...next };
    },
    /** Closes all connections. */
    cut,
    async close(): Promise<void> {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
