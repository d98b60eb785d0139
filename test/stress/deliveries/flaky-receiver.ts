import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import multer from 'multer';
import { Webhook } from 'standardwebhooks';
import type { ApplicationRecord } from '../../../src/applications/deliveries/forward/application-record.ts';
import { listen } from '../../support/listen.ts';
import type { Random } from '../../support/random.ts';

/** Failures per hundred POSTs. `lost`: accepted, but the connection closes before the response. */
const FAILURES = {
  error: 8,
  busy: 4,
  html: 3,
  moved: 2,
  cut: 5,
  lost: 5,
  flood: 2,
  silent: 1,
} as const;
type Behaviour = keyof typeof FAILURES | 'good';

/** Delay longer than the stall timeout of a forward. */
const SILENT_MS = 45_000;
const FLOOD_CHUNK = Buffer.alloc(65_536, 'x');

type Accepted = { record: ApplicationRecord; sha256: string[] };

/** Starts a receiver with random failures. */
export async function startFlakyReceiver(random: Random, secret: string) {
  const accepted = new Map<string, Accepted>();
  const faults: string[] = [];
  const counts = { posts: 0, failures: 0, repeats: 0 };
  const webhook = new Webhook(secret);
  const parse = multer({ storage: multer.memoryStorage(), limits: { fieldSize: 1e6 } }).array('file');
  let isFlaky = true;

  function randomBehaviour(): Behaviour {
    let ticket = random(100);
    for (const [behaviour, share] of Object.entries(FAILURES)) {
      ticket -= share;
      if (isFlaky && ticket < 0) return behaviour as Behaviour;
    }
    return 'good';
  }

  /** Verifies and stores an application. Returns false if it exists. */
  function accept(request: IncomingMessage): boolean {
    const { body, files } = request as unknown as {
      body: { application: string };
      files: { buffer: Buffer }[];
    };
    const key = `${request.headers['idempotency-key']}`;
    if (accepted.has(key)) return false;
    try {
      webhook.verify(body.application, request.headers as Record<string, string>);
    } catch (error) {
      faults.push(`${key}: ${(error as Error).message}`);
    }
    const sha256 = files.map(({ buffer }) => createHash('sha256').update(buffer).digest('hex'));
    accepted.set(key, { record: JSON.parse(body.application) as ApplicationRecord, sha256 });
    return true;
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    counts.posts += 1;
    const behaviour = randomBehaviour();
    if (behaviour !== 'good') counts.failures += 1;
    if (behaviour === 'cut') {
      request.once('data', () => request.socket.destroy());
      return;
    }
    await new Promise<void>((resolve, reject) =>
      parse(request as never, response as never, (error?: unknown) => (error ? reject(error) : resolve())),
    );
    if (behaviour === 'good' || behaviour === 'lost') {
      const isNew = accept(request);
      if (!isNew) counts.repeats += 1;
      if (behaviour === 'lost') request.socket.destroy();
      else response.writeHead(isNew ? 200 : 409).end('accepted');
    } else await misbehave(behaviour, response);
  }

  const server = createServer((request, response) => {
    // Ignores the incomplete body of a killed site, which is not a delivery.
    respond(request, response).catch(() => response.destroy());
  });
  server.requestTimeout = 0;
  const { origin, close } = await listen(server);
  return {
    url: `${origin}/applications`,
    accepted,
    faults,
    counts,
    /** Stops all failures. */
    behave: (): void => {
      isFlaky = false;
    },
    [Symbol.asyncDispose]: close,
  };
}

async function misbehave(behaviour: Exclude<Behaviour, 'good' | 'cut' | 'lost'>, response: ServerResponse) {
  if (behaviour === 'error') response.writeHead(500).end('{"error":"the database is away"}');
  if (behaviour === 'busy') response.writeHead(503, { 'Retry-After': '1' }).end();
  if (behaviour === 'html')
    response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  if (behaviour === 'moved') response.writeHead(302, { Location: '/elsewhere' }).end();
  if (behaviour === 'silent') setTimeout(() => response.destroy(), SILENT_MS).unref();
  if (behaviour === 'flood') {
    response.writeHead(500);
    const pour = () => {
      while (!response.destroyed && response.write(FLOOD_CHUNK));
    };
    response.on('drain', pour);
    pour();
  }
}
