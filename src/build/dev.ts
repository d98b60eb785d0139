import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import path from 'node:path';
import { readConfig } from '../config/config.ts';
import { environmentWith } from '../config/environment.ts';
import { build } from './build.ts';
import { root } from './places.ts';

/** A change below these folders rebuilds the site. The site itself reads changed content again. */
const WATCHED = ['src', 'views', 'public', 'locales'];
const IGNORED = path.join('demo', 'content');

/** Editors write a file in several steps. */
const SETTLE_MS = 120;

const RELOAD_PATH = '/__dev/changes';
const SCRIPT_PATH = '/__dev/reload.js';
const SCRIPT = `new EventSource('${RELOAD_PATH}').onmessage = () => location.reload();`;

const { port } = readConfig();
const innerPort = port + 1;
const listeners = new Set<ServerResponse>();
let site: ChildProcess | undefined;

function startSite(): void {
  site = spawn(process.execPath, ['dist/server.js'], {
    cwd: root,
    stdio: 'inherit',
    env: environmentWith(
      { SITE_URL: `http://localhost:${port}`, CONTENT_FRESH_S: '0', CONTENT_STALE_S: '0' },
      { PORT: `${innerPort}` },
    ),
  });
}

/** Builds and restarts the site. If the build fails, the old one keeps running. */
async function rebuild(): Promise<void> {
  try {
    await build();
  } catch (error) {
    console.error((error as Error).message);
    return;
  }
  site?.kill('SIGKILL');
  startSite();
  await untilAlive();
  for (const listener of listeners) listener.write('data: changed\n\n');
}

async function untilAlive(): Promise<void> {
  for (let attempts = 0; attempts < 50; attempts += 1) {
    const isAlive = await new Promise((resolve) => {
      request({ port: innerPort, path: '/healthz' }, (response) =>
        resolve(response.resume().statusCode === 200),
      )
        .on('error', () => resolve(false))
        .end();
    });
    if (isAlive) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Proxies the site and adds the reload script to its pages. */
function proxy(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.url === SCRIPT_PATH) {
    outgoing.setHeader('Content-Type', 'text/javascript').end(SCRIPT);
    return;
  }
  if (incoming.url === RELOAD_PATH) {
    outgoing
      .writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
      .flushHeaders();
    listeners.add(outgoing);
    outgoing.once('close', () => listeners.delete(outgoing));
    return;
  }
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
  const inner = request(
    { port: innerPort, path: incoming.url, method: incoming.method, headers },
    (response) => forward(response, outgoing),
  );
  inner.on('error', (error) => outgoing.writeHead(502).end(error.message));
  incoming.pipe(inner);
}

function forward(response: IncomingMessage, outgoing: ServerResponse): void {
  const { 'content-length': _length, ...headers } = response.headers;
  const isPage = headers['content-type']?.startsWith('text/html');
  outgoing.writeHead(response.statusCode ?? 502, isPage ? headers : response.headers);
  response.pipe(outgoing, { end: !isPage });
  if (isPage) response.once('end', () => outgoing.end(`<script src="${SCRIPT_PATH}"></script>`));
}

await build();
startSite();
createServer(proxy).listen(port, () => console.log(`development: http://localhost:${port}`));

let timer: NodeJS.Timeout | undefined;
for (const folder of WATCHED) {
  watch(path.join(root, folder), { recursive: true }, (_event, file) => {
    if (file?.includes(IGNORED)) return;
    clearTimeout(timer);
    timer = setTimeout(rebuild, SETTLE_MS);
  });
}
process.once('SIGINT', () => {
  site?.kill('SIGINT');
  process.exit(0);
});
