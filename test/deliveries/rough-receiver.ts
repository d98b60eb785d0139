import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import multer from 'multer';
import { Webhook } from 'standardwebhooks';
import type { ApplicationRecord } from '../../src/deliveries/forward/application-record.ts';
import { listen } from '../support/listen.ts';
import type { Random } from '../support/random.ts';

/** What a receiver does with a POST, and how often in a hundred. `lost` has taken the application and cannot say so. */
const HABITS = {
  error: 8,
  busy: 4,
  html: 3,
  moved: 2,
  cut: 5,
  lost: 5,
  flood: 2,
  silent: 1,
} as const;
type Habit = keyof typeof HABITS | 'good';

/** Longer than a forward waits for a silent receiver, in milliseconds. */
const SILENT_MS = 45_000;
const FLOOD_PIECE = Buffer.alloc(65_536, 'x');

type Taken = { record: ApplicationRecord; sha256: string[] };

/** A receiver of forwards that fails in many ways, as chance has it. */
export async function startRoughReceiver(random: Random, secret: string) {
  const taken = new Map<string, Taken>();
  const faults: string[] = [];
  const counts = { posts: 0, failures: 0, repeats: 0 };
  const webhook = new Webhook(secret);
  const parse = multer({ storage: multer.memoryStorage(), limits: { fieldSize: 1e6 } }).array('file');
  let isRough = true;

  function habitOf(): Habit {
    let ticket = random(100);
    for (const [habit, share] of Object.entries(HABITS)) {
      ticket -= share;
      if (isRough && ticket < 0) return habit as Habit;
    }
    return 'good';
  }

  /** Takes an application that is new and whole; false for one that is there already. */
  function take(request: IncomingMessage): boolean {
    const { body, files } = request as unknown as {
      body: { application: string };
      files: { buffer: Buffer }[];
    };
    const key = `${request.headers['idempotency-key']}`;
    if (taken.has(key)) return false;
    try {
      webhook.verify(body.application, request.headers as Record<string, string>);
    } catch (error) {
      faults.push(`${key}: ${(error as Error).message}`);
    }
    const sha256 = files.map(({ buffer }) => createHash('sha256').update(buffer).digest('hex'));
    taken.set(key, { record: JSON.parse(body.application) as ApplicationRecord, sha256 });
    return true;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    counts.posts += 1;
    const habit = habitOf();
    if (habit !== 'good') counts.failures += 1;
    if (habit === 'cut') {
      request.once('data', () => request.socket.destroy());
      return;
    }
    await new Promise<void>((resolve, reject) =>
      parse(request as never, response as never, (error?: unknown) => (error ? reject(error) : resolve())),
    );
    if (habit === 'good' || habit === 'lost') {
      const isNew = take(request);
      if (!isNew) counts.repeats += 1;
      if (habit === 'lost') request.socket.destroy();
      else response.writeHead(isNew ? 200 : 409).end('taken');
    } else await misbehave(habit, response);
  }

  const server = createServer((request, response) => {
    // A site that is killed leaves half a body: its delivery has not come.
    answer(request, response).catch(() => response.destroy());
  });
  server.requestTimeout = 0;
  const { origin, close } = await listen(server);
  return {
    url: `${origin}/applications`,
    taken,
    faults,
    counts,
    /** From now on it answers as it should. */
    behave: (): void => {
      isRough = false;
    },
    [Symbol.asyncDispose]: close,
  };
}

async function misbehave(habit: Exclude<Habit, 'good' | 'cut' | 'lost'>, response: ServerResponse) {
  if (habit === 'error') response.writeHead(500).end('{"error":"the database is away"}');
  if (habit === 'busy') response.writeHead(503, { 'Retry-After': '1' }).end();
  if (habit === 'html') response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  if (habit === 'moved') response.writeHead(302, { Location: '/elsewhere' }).end();
  if (habit === 'silent') setTimeout(() => response.destroy(), SILENT_MS).unref();
  if (habit === 'flood') {
    response.writeHead(500);
    const pour = () => {
      while (!response.destroyed && response.write(FLOOD_PIECE));
    };
    response.on('drain', pour);
    pour();
  }
}
