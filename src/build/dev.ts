import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import pretty from 'pino-pretty';
import { readConfig, SettingsError } from '../config/config.ts';
import { environmentWith } from '../config/environment.ts';
import { describeListenError } from '../lib/messages.ts';
import { DIST, root } from './paths.ts';

/** Folders whose changes rebuild the site. */
const WATCHED_FOLDERS = ['src', 'views', 'public', 'locales'];
const DEMO_CONTENT = path.join(root, 'src/content-folder/demo');

/** Waits for further changes, because text editors write a file in several steps. */
const SETTLE_MS = 120;
/** Maximum wait for a request's log line, which may follow its response. */
const MAX_LOG_DELAY_MS = 500;
const POLL_MS = 100;

const RELOAD_PATH = '/__dev/changes';
const SCRIPT_PATH = '/__dev/reload.js';
/** Reloads a page without the reload script, until the site is built and started. */
const REFRESH = { Refresh: '1' };
const RELOAD_SCRIPT = `new EventSource('${RELOAD_PATH}').onmessage = () => location.reload();`;

const { port, contentDir = DEMO_CONTENT } = readSettings();
const log = pretty({ colorize: process.stdout.isTTY, ignore: 'hostname,pid', singleLine: true });
const browsers = new Set<ServerResponse>();
/** Stacks of failed requests by request id, until their page has shown them or the site restarts. */
const stacks = new Map<string, string>();
let site: ChildProcess | undefined;
/** The site's port behind the proxy. */
let innerPort = 0;
let builder: ChildProcess | undefined;

function exitWith(message: string): never {
  console.error(message);
  process.exit(1);
}

function readSettings() {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return exitWith(error.message);
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
}

async function spawnSite(): Promise<ChildProcess> {
  innerPort = await findFreePort();
  const child = spawn(process.execPath, ['--enable-source-maps', path.join(DIST, 'server.js')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environmentWith(
      { SITE_URL: `http://localhost:${port}`, CONTENT_FRESH_S: '0', CONTENT_STALE_S: '0' },
      { PORT: `${innerPort}` },
    ),
  });
  createInterface(child.stdout).on('line', readLogLine);
  return child;
}

function readLogLine(line: string): void {
  log.write(`${line}\n`);
  if (!line.includes('"stack"')) return;
  const { request: id, err } = JSON.parse(line) as { request?: string; err?: { stack: string } };
  if (id && err) stacks.set(id, err.stack);
}

/** Builds in a separate process, so that changed build modules take effect. If the build fails, the old site keeps running. */
async function buildAndRestart(): Promise<void> {
  builder = spawn(process.execPath, [path.join(root, 'src/build/build.ts')], { stdio: 'inherit' });
  const [code] = await once(builder, 'exit');
  if (code !== 0) return;
  await killChild(site);
  stacks.clear();
  site = await spawnSite();
  while (site.exitCode === null && !(await isAlive())) await wait(POLL_MS);
  reloadBrowsers();
}

async function killChild(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

let isBuilding = false;
let hasChanged = false;

/** Runs one build at a time, and another one if files changed during the build. */
async function rebuild(): Promise<void> {
  hasChanged = true;
  if (isBuilding) return;
  isBuilding = true;
  while (hasChanged) {
    hasChanged = false;
    await buildAndRestart();
  }
  isBuilding = false;
}

function reloadBrowsers(): void {
  for (const browser of browsers) browser.write('data: changed\n\n');
}

const isAlive = (): Promise<boolean> =>
  fetch(`http://localhost:${innerPort}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Proxies the site and adds the reload script to its pages. */
function proxyRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { url, method } = incoming;
  if (url === SCRIPT_PATH) {
    outgoing.setHeader('Content-Type', 'text/javascript').end(RELOAD_SCRIPT);
    return;
  }
  if (url === RELOAD_PATH) {
    outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    browsers.add(outgoing);
    outgoing.once('close', () => browsers.delete(outgoing));
    return;
  }
  if (!site) {
    const text = isBuilding ? 'The first build is running.' : 'The first build failed: see the terminal.';
    outgoing.writeHead(503, REFRESH).end(text);
    return;
  }
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
  const inner = request({ port: innerPort, path: url, method, headers }, (response) => {
    const isPage = response.headers['content-type']?.startsWith('text/html');
    const { 'content-length': _length, ...withoutLength } = response.headers;
    outgoing.writeHead(response.statusCode ?? 502, isPage ? withoutLength : response.headers);
    response.pipe(outgoing, { end: !isPage });
    if (isPage) response.once('end', () => endPage(response, outgoing));
  });
  inner.on('error', (error) => outgoing.writeHead(502, REFRESH).end(error.message));
  incoming.pipe(inner);
}

/** Ends a page with the stack of its failure, if any, and the reload script. */
async function endPage(
  { headers, statusCode = 0 }: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const id = `${headers['x-request-id']}`;
  for (let ms = 0; statusCode >= 500 && !stacks.has(id) && ms < MAX_LOG_DELAY_MS; ms += POLL_MS)
    await wait(POLL_MS);
  const stack = stacks.get(id);
  stacks.delete(id);
  outgoing.end(`${stack ? describeStack(stack) : ''}<script src="${SCRIPT_PATH}"></script>`);
}

const describeStack = (stack: string): string =>
  `<pre style="padding:1rem;overflow:auto">${escapeHtml(stack)}</pre>`;

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Calls `onSettled` when the files in a folder have settled after a change. */
function watchFolder(folder: string, onSettled: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  watch(folder, { recursive: true }, (_event, file) => {
    const isContent = folder !== contentDir && path.join(folder, file ?? '').startsWith(DEMO_CONTENT);
    if (isContent) return;
    clearTimeout(timer);
    timer = setTimeout(onSettled, SETTLE_MS);
  });
}

process.once('SIGINT', async () => {
  await Promise.all([killChild(builder), killChild(site)]);
  process.exit(0);
});
const server = createServer(proxyRequest).listen(port);
await once(server, 'listening').catch((error: Error) => exitWith(describeListenError(error, { port })));
for (const folder of WATCHED_FOLDERS) watchFolder(path.join(root, folder), rebuild);
watchFolder(contentDir, reloadBrowsers);
await rebuild();
console.log(`Open http://localhost:${port}`);
