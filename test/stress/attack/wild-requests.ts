import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { formClient } from '../../support/form-client.ts';
import { type Random, seeded } from '../../support/random.ts';
import { FORM } from './support/bodies.ts';
import { exchange } from './support/exchange.ts';
import { faultsOf } from './support/fair-answer.ts';
import { pick } from './support/good-post.ts';
import { hostile, hostileHead, type Sender } from './support/hostile.ts';
import { wild, wildBytes } from './support/wild.ts';
import { type BegunUpload, begunAt, wildPiece } from './support/wild-pieces.ts';

const LINES = 8;
const SENDERS = 20;
/** Delay until the connection of a possibly incomplete request is closed. */
const CUT_AFTER_MS = 150;
/** Number of errors after which the attack stops. */
const ENOUGH = 20;

type Target = { port: number; senders: Sender[]; begun: BegunUpload[] };
type Outcome = { said: string; status?: number; faults: string[] };
type Attack = (target: Target, random: Random) => Promise<Outcome>;

async function overTheLine(port: number, said: string, bytes: Buffer): Promise<Outcome> {
  const sending = exchange(port, bytes, { cutAfter: () => wait(CUT_AFTER_MS) });
  const answer = await sending.catch(() => undefined);
  if (!answer) return { said, faults: ['no answer'] };
  return { said, status: answer.status, faults: faultsOf(answer) };
}

const form: Attack = ({ port, senders }, random) => {
  const { bytes, said } = hostile(pick(senders, random), random);
  return overTheLine(port, `form: ${said}`, bytes);
};

const spoiltHead: Attack = ({ port, senders }, random) =>
  overTheLine(port, 'form, head spoilt', hostileHead(pick(senders, random), random).bytes);

/** Attacks uploads that the site has created, as their owner and as other visitors. */
const piece: Attack = async ({ port, senders, begun }, random) => {
  const { cookie } = pick(senders, random);
  const { said, bytes } = wildPiece(cookie, begun, random);
  const answer = await exchange(port, bytes).catch(() => undefined);
  if (!answer) return { said, faults: ['no answer'] };
  const url = begunAt(answer.head);
  if (url?.includes('/uploads/')) begun.push({ url, cookie });
  return { said, status: answer.status, faults: faultsOf(answer) };
};

const strangeAddress: Attack = ({ port }, random) => {
  const asked = wild(random);
  return overTheLine(port, `${asked.method} ${asked.target}`.slice(0, 200), wildBytes(asked, random));
};

/** Sends requests by Node's client, which rejects invalid ones without sending them. */
const ordinaryClient: Attack = async ({ port }, random) => {
  const { method, target, headers, body } = wild(random);
  const said = `client: ${method} ${target}`.slice(0, 200);
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const nothing = () => resolve({ said, faults: [] });
  const closeSocket = (_response: unknown, socket: Duplex) => {
    socket.once('error', nothing).destroy();
    nothing();
  };
  try {
    const asked = request({
      host: '127.0.0.1',
      port,
      path: target,
      method,
      headers,
      agent: false,
      timeout: CUT_AFTER_MS,
    });
    asked
      .once('timeout', () => asked.destroy())
      .once('error', nothing)
      .once('upgrade', closeSocket)
      .once('connect', closeSocket);
    asked.once('response', async (response) => {
      const lines: string[] = [];
      for (let at = 0; at < response.rawHeaders.length; at += 2)
        lines.push(`${response.rawHeaders[at]}: ${response.rawHeaders[at + 1]}`);
      const chunks: Buffer[] = [];
      for await (const chunk of response.on('error', nothing)) chunks.push(chunk as Buffer);
      const answer = {
        status: response.statusCode,
        head: lines.join('\r\n'),
        text: Buffer.concat(chunks).toString(),
      };
      resolve({ said, status: answer.status, faults: faultsOf(answer) });
    });
    asked.end(body);
  } catch {
    nothing();
  }
  return promise;
};

const attacks = [
  form,
  form,
  spoiltHead,
  piece,
  piece,
  strangeAddress,
  strangeAddress,
  ordinaryClient,
  ordinaryClient,
];

async function sendersAt(port: number): Promise<Sender[]> {
  const clients = Array.from({ length: SENDERS }, () => formClient(port, FORM));
  for (const client of clients) {
    await client.get();
    await client.post({ button: { action: 'new-code' } });
    await client.get();
  }
  return clients.map((client) => {
    const { token = '', submitKey = '' } = client.inputs();
    return {
      cookie: client.cookie(),
      hidden: { token, submitKey },
    };
  });
}

/** Sends random requests, each with its own seed derived from `seed`. Returns counts by status, and errors. */
export async function wildRequests(port: number, count: number, seed: number) {
  const target = { port, senders: await sendersAt(port), begun: [] };
  const seen: Record<string, number> = {};
  const unfair: string[] = [];
  let next = 0;
  const line = async () => {
    while (next < count && unfair.length < ENOUGH) {
      const index = next++;
      const random = seeded(seed + index);
      const { said, status, faults } = await pick(attacks, random)(target, random);
      seen[status ?? 'none'] = (seen[status ?? 'none'] ?? 0) + 1;
      if (faults.length > 0) unfair.push(`${seed + index} (${said}): ${faults.join(', ')}`);
    }
  };
  await Promise.all(Array.from({ length: LINES }, line));
  return { seen, unfair };
}
