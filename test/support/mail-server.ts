import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as it came: who sent it to whom by the commands, its bytes, and what a mail program reads in them. */
export type ReceivedMail = { from: string; to: string[]; raw: string; parsed: ParsedMail };

export type MailServerBehaviour = {
  /** Reply codes of recipients that are not taken. */
  refuses?: Record<string, number>;
  /** The reply to `MAIL FROM`, instead of taking it. */
  sender?: { code: number; words: string };
  /** What happens when all of a mail has come: it is taken, unless something is said here. */
  end?: 'dies' | 'silent' | { code: number; words: string };
  /** Says nothing to who connects. */
  isSilent?: boolean;
  /** The only login that is taken. */
  login?: { user: string; password: string };
};

/** Connections that are still open when the server ends. */
const CLOSE_MS = 20;

const failure = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

/** A real mail server on loopback that does as it is told, and keeps what it is given. */
export async function startMailServer(behaviour: MailServerBehaviour = {}, options: SMTPServerOptions = {}) {
  const told: MailServerBehaviour = { ...behaviour };
  const mails: ReceivedMail[] = [];
  const counts = { connections: 0, ended: 0 };
  const commands = { recipients: [] as string[], logins: [] as string[] };
  const cut = () => {
    // The socket on top: one that TLS stands on must not be taken away from under it.
    for (const { _socket: socket } of server.connections) socket.destroy();
  };
  const server = new SMTPServer({
    disabledCommands: told.login ? [] : ['AUTH', 'STARTTLS'],
    authOptional: told.login === undefined,
    disableReverseLookup: true,
    closeTimeout: CLOSE_MS,
    logger: false,
    ...options,
    onConnect(_session, done) {
      counts.connections += 1;
      if (!told.isSilent) done();
    },
    onAuth({ username = '', password }, _session, done) {
      commands.logins.push(username);
      if (username === told.login?.user && password === told.login?.password) done(null, { user: username });
      else done(failure(535, `5.7.8 ${username} with ${password} may not`));
    },
    onMailFrom(_address, _session, done) {
      done(told.sender && failure(told.sender.code, told.sender.words));
    },
    onRcptTo({ address }, _session, done) {
      commands.recipients.push(address);
      const code = told.refuses?.[address];
      done(code === undefined ? null : failure(code, `<${address}> is not taken`));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        counts.ended += 1;
        const raw = Buffer.concat(chunks).toString();
        if (told.end === 'silent') return;
        if (told.end === 'dies') return cut();
        if (told.end) return done(failure(told.end.code, told.end.words));
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ from, to, raw, parsed: await simpleParser(raw) });
        done();
      });
    },
  });
  // A client that leaves in the middle is no fault of the server.
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
    behave: (next: MailServerBehaviour) => Object.assign(told, next),
    /** Ends all connections. */
    cut,
    async close(): Promise<void> {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
