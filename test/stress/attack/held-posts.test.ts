import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { textFields } from '../../../src/applications/rules/fields.ts';
import { KILOBYTE, MAX_FIELDS_PER_POST, MEGABYTE } from '../../../src/applications/rules/limits.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import { itFirst } from '../../support/matrix.ts';
import { MULTIPART } from '../../support/multipart.ts';
import { residentMb } from '../../support/processes.ts';
import { until } from '../../support/until.ts';
import { bodyOf, field, type Headers, headBytes } from './support/bodies.ts';
import { SAME_ORIGIN } from './support/visitors.ts';

const FORM = '/en/work-with-us/application';
const POSTS = 100;
/** Held POSTs of one client address, below every limit by address. */
const POSTS_PER_ADDRESS = 10;
/** Far less than the bytes sent, but more than the garbage that the process has not collected yet. */
const MAX_GROWTH_MB = 200;
const SETTLE_MS = 2000;

const TEXT = 'x'.repeat(255 * KILOBYTE);
/** An unfinished body with the maximum number of long texts. */
const BODY = bodyOf(
  Array.from({ length: MAX_FIELDS_PER_POST - 1 }, (_, at) => field(textFields[at] ?? `unknown${at}`, TEXT)),
  Buffer.from(''),
);

/** Sends all but the end of a POST. Returns whether everything was sent. */
function holdPost(port: number, headers: Headers): () => boolean {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const length = { 'Content-Type': MULTIPART, 'Content-Length': `${BODY.length + MEGABYTE}` };
  socket.write(headBytes({ ...length, ...headers }, FORM));
  socket.write(BODY);
  return () => socket.destroyed || (!socket.connecting && socket.writableLength === 0);
}

itFirst<[string, Headers, (at: number) => number]>(1, [
  ['cross-site', { 'Sec-Fetch-Site': 'cross-site' }, (at) => Math.floor(at / POSTS_PER_ADDRESS)],
  ['accepted', SAME_ORIGIN, (at) => Math.floor(at / POSTS_PER_ADDRESS)],
  ['too frequent', SAME_ORIGIN, () => 0],
])('held %s POSTs keep little of their texts in memory', async (_what, headers, host) => {
  await using site = await startDemoSite({ environment: { TRUST_PROXY: '1' } });
  await (await fetch(site.base + FORM)).text();
  const idleMb = residentMb(site.pid);
  const sent = Array.from({ length: POSTS }, (_, at) =>
    holdPost(site.port, { ...headers, 'X-Forwarded-For': `10.0.0.${host(at)}` }),
  );
  await until('all POSTs are held', () => sent.every((isSent) => isSent()), { timeoutMs: 60_000 });
  await wait(SETTLE_MS);
  expect(residentMb(site.pid) - idleMb).toBeLessThan(MAX_GROWTH_MB);
});
