/** @module-tag matrix */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { judge, newVisit, randomFile, submit, type Visit } from '../stress/visits.ts';
import { startCrowd } from '../support/crowd.ts';
import { startDemoSite, timesLogged } from '../support/demo-site.ts';
import { DEMO_FORM, formClient, goodFields, TEST_ANSWER, TEST_SETTINGS } from '../support/form-client.ts';
import { MULTIPART, multipart } from '../support/multipart.ts';
import { rawRequest } from '../support/raw-request.ts';
import { until } from '../support/until.ts';

const environment = { ...TEST_SETTINGS, LOG_LEVEL: 'info' };
/** Pages of several kinds, cached and uncached. */
const PAGES = ['/', '/en', '/news/group-news', '/en/news/group-news/1003', '/healthz'];
/** Time after which every client has begun its last request. */
const UNDER_WAY_MS = 100;
/** Delay of the second signal. An earlier one counts as the first one. */
const RETRY_DELAY_MS = 300;

/** Sends half of an application. Returns a function that sends the rest and returns the status. */
async function sendHalf(port: number): Promise<() => Promise<number>> {
  const client = formClient(port);
  await client.get();
  const fields = { ...client.inputs(), ...goodFields, captcha: TEST_ANSWER };
  const body = multipart(Object.entries(fields), [randomFile('a.pdf')]);
  const headers = { 'Content-Type': MULTIPART, 'Content-Length': body.length, Cookie: client.cookie() };
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path: DEMO_FORM,
    method: 'POST',
    headers,
    agent: false,
  });
  const answered = once(outgoing, 'response');
  outgoing.write(body.subarray(0, body.length / 2));
  return async () => {
    outgoing.end(body.subarray(body.length / 2));
    const [response] = await answered;
    return response.resume().statusCode;
  };
}

it('a site finishes running requests on SIGTERM', async () => {
  await using site = await startDemoSite({ environment });
  const visits: Visit[] = [];
  const faults: string[] = [];
  let pages = 0;
  const attempt = async (act: () => Promise<unknown>) => {
    await act().catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED') faults.push(`${error}`);
    });
  };
  const stopReading = startCrowd(10, (turn, { agent }) =>
    attempt(async () => {
      const { status } = await rawRequest(site.port, PAGES[turn % PAGES.length] ?? '/', { agent });
      pages += 1;
      if (status !== 200) faults.push(`a page returned ${status}`);
      await wait(10);
    }),
  );
  const stopApplying = startCrowd(2, () =>
    attempt(async () => {
      const visit = newVisit(site.port);
      visits.push(visit);
      await submit(visit);
      if (!visit.wasAcknowledged) faults.push('an application was not acknowledged');
    }),
  );
  await until('all are answered', () => pages > 50 && visits.some(({ wasAcknowledged }) => wasAcknowledged));
  const sendRest = await sendHalf(site.port);
  // Stops new requests first, because a connection may be lost while the port closes.
  const stopped = Promise.all([stopReading(), stopApplying()]);
  await wait(UNDER_WAY_MS);
  process.kill(site.pid, 'SIGTERM');
  await until('it drains', () => timesLogged(site, 'draining') === 1);
  expect(await sendRest()).toBe(303);
  const [{ code }] = await Promise.all([site.ended, stopped]);
  expect([code, faults]).toEqual([0, []]);
  expect(await judge({ dataDir: site.dataDir }, visits)).toMatchObject({ faults: [] });
});

it('a second SIGTERM ends the site immediately', async () => {
  await using other = await startDemoSite({ environment });
  const held = connect(other.port, '127.0.0.1').on('error', () => undefined);
  held.write('POST /en/work-with-us/application HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n');
  await once(held, 'connect');
  process.kill(other.pid, 'SIGTERM');
  await until('it drains', () => timesLogged(other, 'draining') === 1);
  await wait(RETRY_DELAY_MS);
  process.kill(other.pid, 'SIGTERM');
  expect((await other.ended).code).toBe(1);
  held.destroy();
});
