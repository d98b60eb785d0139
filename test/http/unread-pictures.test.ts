import { readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { NO_CONTENT_CACHE } from '../support/fake-backend.ts';
import { fileHref, mediaAt } from '../support/file-href.ts';
import { jpegOf } from '../support/pictures.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);

const CONNECTIONS = 20;
const ASSET = '/assets/large.jpg';
/** Must exceed the socket buffers of the kernel. */
const large = Buffer.alloc(20 * 1024 * 1024);

const serve = (body: Buffer) =>
  site().fake.override(ASSET, { headers: { 'Content-Type': 'image/jpeg' }, body });

async function largeFile(): Promise<string> {
  serve(large);
  return fileHref(site(), ASSET);
}

/** Returns the URL of a resized picture with a large file. */
async function largePicture(): Promise<string> {
  serve(await jpegOf({ width: 640, height: 400 }));
  const address = mediaAt(await fileHref(site(), ASSET), 320);
  expect((await site().raw(address)).status).toBe(200);
  const folder = path.join(site().dataDir, 'media');
  const made = readdirSync(folder).filter((name) => name.startsWith('m'));
  expect(made).toHaveLength(1);
  writeFileSync(path.join(folder, made[0] ?? ''), large);
  return address;
}

/** Requests a URL without reading the response. */
function askOnly(address: string): void {
  const socket = connect(site().port, '127.0.0.1');
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(`GET ${address} HTTP/1.1\r\nHost: www.group.example\r\n\r\n`);
  onTestFinished(() => void socket.destroy());
}

it.each([
  ['resized picture', largePicture],
  ['file', largeFile],
])('does not hold a whole %s in memory for a connection that does not read it', async (_name, make) => {
  const address = await make();
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < CONNECTIONS; count += 1) askOnly(address);
  let most = 0;
  for (let count = 0; count < 20; count += 1) {
    await wait(100);
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  expect(most).toBeLessThan((CONNECTIONS * large.length) / 3);
});
