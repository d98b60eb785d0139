import { startDemoSite } from '../../../support/demo-site.ts';
import { startFakeBackend } from '../../../support/fake-backend.ts';
import { TEST_SETTINGS } from '../../../support/form-client.ts';
import { commandOf, statOf, treeOf } from '../../../support/processes.ts';
import { rawRequest } from '../../../support/raw-request.ts';

const WATCHED = [
  '/',
  '/en',
  '/en/who-we-are',
  '/newsroom?page=1',
  '/en/newsroom/press-room/p1',
  '/en/annual-reports',
  '/robots.txt',
  '/sitemap.xml',
];
const HEADERS = ['content-type', 'cache-control', 'content-security-policy', 'vary', 'content-length'];
const PINO_ERROR = 50;
/** Field number of the start time in `/proc/PID/stat`. */
const STARTED_AT = 22;

type LogLine = { level: number };

/** Starts the built site over a fake backend, and reports what an attack has changed. */
export async function startUnderAttack() {
  const fake = await startFakeBackend();
  const environment = { ...TEST_SETTINGS, API_BASE_URL: fake.url, CONTENT_FRESH_S: '3600' };
  const site = await startDemoSite({ environment });
  const { port, pid, stdout, stderr } = site;
  const before = { pages: await pagesOf(port), processes: processesOf(pid) };
  const isError = (line: string) => line.startsWith('{') && (JSON.parse(line) as LogLine).level >= PINO_ERROR;
  return {
    port,
    site,
    /** Returns changes since the start in pages, processes and logged errors. */
    async changes(): Promise<string[]> {
      const [pages, processes] = [await pagesOf(port), processesOf(pid)];
      return [
        ...WATCHED.filter((address) => pages[address] !== before.pages[address]),
        ...(processes === before.processes ? [] : [`processes ${before.processes} are now ${processes}`]),
        ...stdout.filter(isError),
        ...stderr,
      ];
    },
    close: async () => {
      await site.stop();
      await fake.close();
    },
  };
}

async function pagesOf(port: number): Promise<Record<string, string>> {
  const pages: Record<string, string> = {};
  for (const address of WATCHED) {
    const { status, headers, text } = await rawRequest(port, address);
    pages[address] = JSON.stringify([status, ...HEADERS.map((name) => headers[name]), text]);
  }
  return pages;
}

/** Returns the site's processes with their start times, except file checkers, which come and go. */
const processesOf = (pid: number): string =>
  treeOf(pid)
    .filter((one) => !/checker\.js|^$/u.test(commandOf(one)))
    .sort((a, b) => a - b)
    .map((one) => `${one}@${statOf(one)(STARTED_AT)}`)
    .join(' ');
