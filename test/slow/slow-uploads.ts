import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../src/store/index.ts';
import { buildPdf } from '../../src/uploads/checks/test-support/build-pdf.ts';
import { residentMb } from '../bench/process-figures.ts';
import type { DemoSite } from '../support/demo-site.ts';
import { formClient, goodFields, TEST_ANSWER } from '../support/form-client.ts';
import { MULTIPART, multipart } from '../support/multipart.ts';

const FORM = '/en/work-with-us/application';
const TICK_MS = 100;
const SAMPLE_MS = 500;
const KIBIBIT = 1024 / 8;
const MEGABYTE = 1024 * 1024;

export type SlowOptions = { uploads: number; fileBytes: number; kbitPerSecond: number };
export type SlowFigures = { seconds: number; statuses: number[]; idleMb: number; peakMb: number };

/** A PDF of exactly so many bytes. */
export function pdfOf(bytes: number, seed = 0): Buffer {
  const frame =
    buildPdf({ objects: `% ${String(seed).padStart(8, '0')}\n`, padding: 1_000_000 }).length - 1_000_000;
  for (let padding = bytes - frame; ; padding -= 1) {
    const pdf = buildPdf({ objects: `% ${String(seed).padStart(8, '0')}\n`, padding });
    if (pdf.length <= bytes) return Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, '\n')]);
  }
}

/** Sends whole applications, each with one file, over lines of the given speed, and watches the memory of the site. */
export async function slowUploads(site: DemoSite, pid: number, options: SlowOptions): Promise<SlowFigures> {
  const port = Number(new URL(site.base).port);
  await sendOne(port, 1, { ...options, fileBytes: 200_000, kbitPerSecond: 100_000 });
  await wait(2 * SAMPLE_MS);
  const idleMb = residentMb(pid);
  let peakMb = idleMb;
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(pid));
  }, SAMPLE_MS);
  const startedAt = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: options.uploads }, (_, index) => sendOne(port, index + 2, options)),
  );
  clearInterval(sampler);
  return { seconds: Math.round((performance.now() - startedAt) / 1000), statuses, idleMb, peakMb };
}

/** Sends an application with one file, `Slow {seed}`, over a slow line; gives the status of the answer. */
export async function sendOne(
  port: number,
  seed: number,
  { fileBytes, kbitPerSecond }: Omit<SlowOptions, 'uploads'>,
): Promise<number> {
  const client = formClient(port, FORM);
  await client.get();
  const fields = { ...client.inputs(), ...goodFields, companyName: `Slow ${seed}`, captcha: TEST_ANSWER };
  const body = multipart(Object.entries(fields), [{ name: `${seed}.pdf`, content: pdfOf(fileBytes, seed) }]);
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const head = [
    `POST ${FORM} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Cookie: ${cookie}`,
    `Content-Type: ${MULTIPART}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ].join('\r\n');
  return throttled(port, Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]), kbitPerSecond);
}

/** Writes bytes at the speed of a line and gives the status that comes back. */
async function throttled(port: number, bytes: Buffer, kbitPerSecond: number): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  const answered = new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.once('close', () => resolve());
    socket.once('error', reject);
  });
  // Waited for below, where a line that was cut is told.
  answered.catch(() => undefined);
  const portion = Math.ceil((kbitPerSecond * KIBIBIT * TICK_MS) / 1000);
  for (let at = 0; at < bytes.length && !socket.destroyed; at += portion) {
    socket.write(bytes.subarray(at, at + portion));
    await wait(TICK_MS);
  }
  await answered;
  return Number(answer.split(' ')[1]);
}

/** Files that arrived: their sizes, by name of the company. */
export async function arrived(dataDir: string): Promise<Map<string, number[]>> {
  const store = await openStore(dataDir);
  const found = new Map<string, number[]>();
  for await (const { fields, files } of store.applications.all()) {
    found.set(
      fields.companyName,
      files.map(({ bytes }) => bytes),
    );
  }
  await store.close();
  return found;
}

export const TEN_MEGABYTES = 10 * MEGABYTE;
