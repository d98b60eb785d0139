import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { ApplicationRecord } from '../../../src/applications/deliveries/forward/application-record.ts';
import { listen } from '../../support/listen.ts';
import type { Random } from '../../support/random.ts';
import { digest } from '../visits.ts';

/** Delay longer than the stall timeout of a forward. */
const SILENT_MS = 45_000;
const FLOOD_CHUNK = Buffer.alloc(65_536, 'x');

function flood(response: ServerResponse): void {
  response.writeHead(500);
  const pour = () => {
    while (!response.destroyed && response.write(FLOOD_CHUNK));
  };
  response.on('drain', pour);
  pour();
}

/** Responses after the whole body, with their share per hundred POSTs. */
const FAILURES: [number, (response: ServerResponse) => unknown][] = [
  [8, (response) => response.writeHead(500).end('{"error":"the database is away"}')],
  [4, (response) => response.writeHead(503, { 'Retry-After': '1' }).end()],
  [3, (response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>')],
  [2, (response) => response.writeHead(302, { Location: '/elsewhere' }).end()],
  [2, flood],
  [1, (response) => setTimeout(() => response.destroy(), SILENT_MS).unref()],
];
/** Share of POSTs whose connection closes within the body, and before the response to an accepted one. */
const CUT = 5;
const LOST = 5;

type Accepted = { record: ApplicationRecord; sha256: string[] };

/** Starts a receiver with random failures. */
export async function startFlakyReceiver(random: Random, secret: string) {
  const accepted = new Map<string, Accepted>();
  const faults: string[] = [];
  const counts = { posts: 0, failures: 0 };
  const webhook = new Webhook(secret);
  let isFlaky = true;

  /** Verifies and stores an application. Returns false if it exists. */
  async function accept(headers: IncomingHttpHeaders, body: Buffer<ArrayBuffer>): Promise<boolean> {
    const key = `${headers['idempotency-key']}`;
    if (accepted.has(key)) return false;
    const type = { 'content-type': `${headers['content-type']}` };
    const form = await new Response(body, { headers: type }).formData();
    const record = `${form.get('application')}`;
    try {
      webhook.verify(record, headers as Record<string, string>);
    } catch (error) {
      faults.push(`${key}: ${(error as Error).message}`);
    }
    const files = form.getAll('file') as File[];
    const sha256 = await Promise.all(
      files.map(async (file) => digest(Buffer.from(await file.arrayBuffer()))),
    );
    accepted.set(key, { record: JSON.parse(record) as ApplicationRecord, sha256 });
    return true;
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    counts.posts += 1;
    let ticket = isFlaky ? random(100) : 100;
    const happens = (share: number) => {
      ticket -= share;
      if (ticket < 0 && ticket >= -share) counts.failures += 1;
      return ticket < 0 && ticket >= -share;
    };
    if (happens(CUT)) return void request.once('data', () => request.socket.destroy());
    const body = await buffer(request);
    const failure = FAILURES.find(([share]) => happens(share));
    if (failure) return void failure[1](response);
    const isNew = await accept(request.headers, body);
    if (happens(LOST)) request.socket.destroy();
    else response.writeHead(isNew ? 200 : 409).end('accepted');
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
