import { readFile } from 'node:fs/promises';
import { type DemoSite, startDemoSite } from '../../support/demo-site.ts';
import { startFakeBackend } from '../../support/fake-backend.ts';
import { TEST_ANSWER } from '../../support/form-client.ts';
import { commandOf, treeOf } from '../../support/process-tree.ts';
import { rawRequest } from '../../support/raw-request.ts';

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

type LogLine = { level: number };

/** The built site in processes of its own, over a fake backend; and what must be as before when it has been attacked. */
export async function startUnderAttack() {
  const fake = await startFakeBackend();
  const site = await startDemoSite({
    environment: {
      RATE_LIMIT_PER_MINUTE: '0',
      CAPTCHA_TEST_ANSWER: TEST_ANSWER,
      API_BASE_URL: fake.url,
      CONTENT_FRESH_S: '3600',
    },
  });
  const port = Number(new URL(site.base).port);
  const before = { pages: await pagesOf(port), processes: await processesOf(site) };
  return {
    port,
    site,
    /** What has changed since the start: pages, processes, errors in the log. */
    async changes(): Promise<string[]> {
      const [pages, processes] = [await pagesOf(port), await processesOf(site)];
      return [
        ...WATCHED.filter((address) => pages[address] !== before.pages[address]),
        ...(processes === before.processes ? [] : [`processes ${before.processes} are now ${processes}`]),
        ...errorsOf(site),
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

/** Every process of the site with the moment of its start, the twenty-second field. Those for file checks come and go. */
async function processesOf({ pid }: DemoSite): Promise<string> {
  const family = treeOf(pid)
    .filter((id) => !/checker\.js|^$/u.test(commandOf(id)))
    .sort((a, b) => a - b);
  const stats = await Promise.all(family.map((id) => readFile(`/proc/${id}/stat`, 'utf8')));
  const starts = stats.map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  return family.map((id, index) => `${id}@${starts[index]}`).join(' ');
}

function errorsOf({ stdout, stderr }: DemoSite): string[] {
  const isError = (line: string) => line.startsWith('{') && (JSON.parse(line) as LogLine).level >= PINO_ERROR;
  return [...stdout.filter(isError), ...stderr];
}
