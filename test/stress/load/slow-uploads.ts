import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../../src/applications/store/index.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import { DEMO_FORM, formClient, goodFields, TEST_ANSWER, TEST_SETTINGS } from '../../support/form-client.ts';
import { MULTIPART, multipart } from '../../support/multipart.ts';
import { residentMb, watchMemory } from '../../support/processes.ts';

const TICK_MS = 100;
const SETTLE_MS = 1000;
const KIBIBIT = 1024 / 8;

type Line = { fileBytes: number; kbitPerSecond: number };

/** Submits applications with one file each over slow connections, and measures the site's memory. */
export async function slowUploads({ uploads, ...line }: Line & { uploads: number }) {
  await using site = await startDemoSite({ environment: TEST_SETTINGS });
  await sendOne(site.port, 1, { fileBytes: 200_000, kbitPerSecond: 100_000 });
  await wait(SETTLE_MS);
  const idleMb = residentMb(site.pid);
  const peak = watchMemory(site.pid);
  const startedAt = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: uploads }, (_, index) => sendOne(site.port, index + 2, line)),
  );
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const peakMb = peak();
  const whole = (await sizesIn(site.dataDir)).filter((bytes) => bytes === line.fileBytes).length;
  return { uploads, ...line, seconds, statuses, idleMb, peakMb, whole, mbOverIdle: peakMb - idleMb };
}

/** Submits the application `Slow {number}` with one file over a slow connection. Returns the response status. */
export async function sendOne(
  port: number,
  number: number,
  { fileBytes, kbitPerSecond }: Line,
): Promise<number> {
  const client = formClient(port);
  await client.get();
  const fields = { ...client.inputs(), ...goodFields, companyName: `Slow ${number}`, captcha: TEST_ANSWER };
  const content = pdfOf(fileBytes, `${number}`);
  const body = multipart(Object.entries(fields), [{ name: `${number}.pdf`, content }]);
  const head = [
    `POST ${DEMO_FORM} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Cookie: ${client.cookie()}`,
    `Content-Type: ${MULTIPART}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ].join('\r\n');
  return throttled(port, Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]), kbitPerSecond);
}

/** Writes bytes at a limited speed. Returns the response status. */
async function throttled(port: number, bytes: Buffer, kbitPerSecond: number): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  const answered = socket.toArray();
  // Awaited below, where a lost connection is reported.
  answered.catch(() => undefined);
  const portion = Math.ceil((kbitPerSecond * KIBIBIT * TICK_MS) / 1000);
  for (let at = 0; at < bytes.length && !socket.destroyed; at += portion) {
    socket.write(bytes.subarray(at, at + portion));
    await wait(TICK_MS);
  }
  return Number(
    Buffer.concat(await answered)
      .toString('latin1')
      .split(' ')[1],
  );
}

/** Returns the sizes of all applications' files. */
async function sizesIn(dataDir: string): Promise<number[]> {
  const store = await openStore(dataDir);
  const sizes: number[] = [];
  for await (const { files } of store.applications.all()) sizes.push(...files.map(({ bytes }) => bytes));
  await store.close();
  return sizes;
}

export const TEN_MEGABYTES = 10 * 1024 * 1024;
