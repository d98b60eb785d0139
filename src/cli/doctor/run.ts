import path from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import stringWidth from 'string-width';
import type { Config } from '../../config/config.ts';
import type { Environment } from '../../config/environment.ts';
import { contentFolder } from '../../content-folder/client.ts';
import { reasonOf } from '../../lib/failures.ts';
import { padded, print, usageError, visibleLine } from '../terminal.ts';
import { backendChecks, recordContent } from './backend.ts';
import { type Check, counted, error, type Finding, warning } from './check.ts';
import { checkContentDir } from './content-folder.ts';
import { checkRedirects, compareMenus, type Menus } from './menus.ts';
import { checkFromOutside } from './outside.ts';
import { checkForward, checkMail, checkScanner, sendTestApplication } from './services.ts';
import { checkBuild, checkSettings } from './settings.ts';
import { checkDataDir, checkPostgres, checkS3, checkSqlite } from './store.ts';

const NO_ERROR = 0;
const ERROR = 1;
const WRONG_USAGE = 2;

const LEVEL_WIDTH = 'warning  '.length;
const MAX_DETAILS = 8;

const USAGE = `Usage: plinth doctor [--outside] [--test-forward]

Checks settings, build, DATA_DIR and store, backend or content folder in both languages, redirects, and each
configured service. It changes nothing and can run next to the site, with the same settings in the environment.

  --outside       also asks SITE_URL, as visitors reach it: build, compression, PATCH, large bodies, client
                  address, /metrics and HSTS
  --test-forward  also sends a test application to FORWARD_URL, signed with FORWARD_SECRET. Its reference begins
                  with TEST-; remove it in the receiving system

  ok       works
  warning  may be intended
  error    something on the site does not work

Exit status: 0 no error, 1 an error, 2 wrong usage.
`;

/** `root`: the project folder, with the build in `dist`. */
type Installation = { environment: Environment; root: string };

const options = {
  help: { type: 'boolean', short: 'h' },
  outside: { type: 'boolean' },
  'test-forward': { type: 'boolean' },
} as const;
type Options = { outside?: boolean; 'test-forward'?: boolean };

/** Runs the command and returns its exit status. */
export async function run(
  args: string[],
  { environment, root }: Installation,
  out: Writable,
  err: Writable,
): Promise<number> {
  let values: Options & { help?: boolean };
  try {
    ({ values } = parseArgs({ args, options }));
  } catch (thrown) {
    await print([`${usageError((thrown as Error).message, 'plinth doctor')}\n`], err);
    return WRONG_USAGE;
  }
  if (values.help) {
    await print([USAGE], out);
    return NO_ERROR;
  }
  const distDir = path.join(root, 'dist');
  const { results, config } = checkSettings(environment);
  const findings = await runChecks([
    { name: 'settings', run: () => results },
    { name: 'build', run: () => checkBuild(distDir) },
    ...(config
      ? checksOf(config, distDir, values)
      : [{ name: 'the rest', run: () => warning('not checked: correct the settings first') }]),
  ]);
  await print(linesOf(findings), out);
  return findings.some(({ level }) => level === 'error') ? ERROR : NO_ERROR;
}

function checksOf(config: Config, distDir: string, options: Options): Check[] {
  const { dataDir, databaseUrl, s3, clamdUrl, forward, mail, redirects } = config;
  const content = recordContent(config, distDir);
  const folder = contentFolder({ ...config, distDir });
  const menus = async (): Promise<Menus> => ({
    zh: await content.reader('zh').menu(),
    en: await content.reader('en').menu(),
  });
  /** Other checks report an unreadable menu. */
  const withMenus =
    (check: (menus: Menus) => ReturnType<Check['run']>): Check['run'] =>
    async () => {
      const both = await menus().catch(() => undefined);
      return both ? check(both) : [];
    };
  return [
    { name: 'DATA_DIR', run: () => checkDataDir(dataDir) },
    databaseUrl
      ? { name: 'DATABASE_URL', run: () => checkPostgres(databaseUrl) }
      : { name: 'database', run: () => checkSqlite(dataDir, s3) },
    { name: 'S3', run: () => (s3 ? checkS3(s3) : []) },
    { name: 'virus scan', run: () => (clamdUrl ? checkScanner(clamdUrl) : []) },
    { name: 'FORWARD_URL', run: () => (forward ? checkForward(forward) : []) },
    {
      name: 'test application',
      run: () => (forward && options['test-forward'] ? sendTestApplication(forward) : []),
    },
    { name: 'mail', run: () => (mail ? checkMail(mail) : []) },
    ...(config.api.baseUrl
      ? backendChecks(content, config)
      : [{ name: 'CONTENT_DIR', run: () => checkContentDir(folder) }]),
    { name: 'menus', run: withMenus(compareMenus) },
    {
      name: 'REDIRECTS_FILE',
      run: withMenus((both) => (redirects.length > 0 ? checkRedirects(redirects, both) : [])),
    },
    {
      name: 'SITE_URL',
      run: withMenus(({ zh }) => (options.outside ? checkFromOutside(config, distDir, zh) : [])),
    },
  ];
}

/** Runs the checks in order, because later ones use the results of earlier ones and parallel ones would distort the times. */
async function runChecks(checks: Check[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, run } of checks) {
    const results = await Promise.resolve()
      .then(run)
      .catch((thrown: unknown) => error(reasonOf(thrown)));
    findings.push(...[results].flat().map((result) => ({ name, ...result })));
  }
  return findings;
}

function* linesOf(findings: readonly Finding[]): Generator<string> {
  const nameWidth = Math.max(...findings.map(({ name }) => stringWidth(name))) + 2;
  const indent = ' '.repeat(LEVEL_WIDTH + nameWidth);
  for (const { name, level, text, details = [] } of findings) {
    yield `${padded(level, LEVEL_WIDTH)}${padded(name, nameWidth)}${visibleLine(text)}\n`;
    for (const detail of details.slice(0, MAX_DETAILS)) yield `${indent}${visibleLine(detail)}\n`;
    if (details.length > MAX_DETAILS) yield `${indent}and ${details.length - MAX_DETAILS} more\n`;
  }
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length;
  yield `\n${count('ok')} ok, ${counted(count('warning'), 'warning')}, ${counted(count('error'), 'error')}\n`;
}
