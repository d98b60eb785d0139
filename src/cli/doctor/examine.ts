import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { startDemoBackend } from '../../demo/backend.ts';
import { languages } from '../../i18n/languages.ts';
import * as backend from './backend.ts';
import { checkDatabase } from './database.ts';
import { type Finding, fault, reasonOf, warning } from './finding.ts';
import { checkForward } from './forward.ts';
import * as local from './local.ts';
import { checkMail } from './mail.ts';
import { checkRedirects } from './redirects.ts';
import { checkS3 } from './s3.ts';
import { checkScanner } from './scanner.ts';
import { checkSettings } from './settings.ts';
import { type WatchedContent, watchContent } from './watched-content.ts';

/** `root`: the folder of the project, with what was built in `dist`. */
export type Installation = { environment: Record<string, string | undefined>; root: string };

type Probe = [name: string, look: () => Finding | Finding[] | Promise<Finding | Finding[]>];

/** Examines everything that the site needs, also while it runs. Changes nothing, except for a small file that S3 stores briefly. */
export async function examine({ environment, root }: Installation): Promise<Finding[]> {
  const distDir = path.join(root, 'dist');
  const { findings, config } = checkSettings(environment);
  const program: Probe[] = [
    ['Node', () => local.checkNode()],
    ['build', () => local.checkBuild(distDir)],
    ['captcha', () => local.checkCaptcha(distDir)],
  ];
  if (!config) return [...findings, ...(await look(program))];
  const contentDir = config.contentDir ?? path.join(root, 'src', 'demo', 'content');
  // The embedded backend does not have to run.
  const demo = config.api.baseUrl === undefined ? await startDemoBackend(contentDir) : undefined;
  const baseUrl = config.api.baseUrl ?? demo?.url ?? '';
  const contents = { zh: watchContent(config, baseUrl, 'zh'), en: watchContent(config, baseUrl, 'en') };
  const { redirects } = config;
  try {
    return [
      ...findings,
      ...(await look([
        ...program,
        ...stores(config),
        ...services(config),
        ...when(demo, (): Probe => ['CONTENT_DIR', () => local.checkContentDir(contentDir)]),
        ...languages.flatMap((language) => content(contents[language], config.siteUrl, distDir)),
        ...when(redirects[0], (): Probe => ['REDIRECTS_FILE', () => checkRedirects(redirects, contents)]),
      ])),
    ];
  } finally {
    demo?.close();
  }
}

/** One after another: each has its own time, and later ones need what earlier ones found. A failing probe is a fault. */
async function look(probes: Probe[]): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [name, probe] of probes) {
    try {
      found.push(...[await probe()].flat());
    } catch (error) {
      found.push(fault(name, reasonOf(error)));
    }
  }
  return found;
}

const when = <T>(setting: T | undefined, probe: (value: T) => Probe): Probe[] =>
  setting === undefined ? [] : [probe(setting)];

function stores({ dataDir, databaseUrl, s3 }: Config): Probe[] {
  const folder: Probe[] = [
    ['DATA_DIR', () => local.checkWriting(dataDir)],
    ['disk', () => local.checkSpace(dataDir)],
    ['permissions', () => local.checkPermissions(dataDir)],
  ];
  const absent = () => warning('DATA_DIR', `${dataDir} is not there yet: the first start makes it`);
  const isThere = existsSync(dataDir);
  return [
    ...(isThere ? folder : [['DATA_DIR', absent] satisfies Probe]),
    ...(isThere && !databaseUrl ? [['store', () => local.checkStore(dataDir, s3)] satisfies Probe] : []),
    ...when(databaseUrl, (url): Probe => ['DATABASE_URL', () => checkDatabase(url)]),
    ...when(s3, (settings): Probe => ['S3', () => checkS3(settings)]),
  ];
}

const services = ({ clamdUrl, forward, mail }: Config): Probe[] => [
  ...when(clamdUrl, (url): Probe => ['virus scan', () => checkScanner(url)]),
  ...when(forward, (settings): Probe => ['FORWARD_URL', () => checkForward(settings)]),
  ...when(mail, (settings): Probe => ['mail', () => checkMail(settings)]),
];

function content(watched: WatchedContent, siteUrl: string, distDir: string): Probe[] {
  const { language } = watched;
  const known: backend.Known = { articles: [] };
  return [
    ...Object.entries(backend.calls).map(
      ([path, asks]): Probe => [`backend ${language}`, () => backend.checkPath(watched, path, asks(known))],
    ),
    [`menu ${language}`, () => (known.menu ? backend.checkMenu(language, known.menu) : [])],
    [`assets ${language}`, () => backend.checkAssets(watched)],
    [`asset hosts ${language}`, () => backend.checkAssetHosts(watched)],
    [`home page ${language}`, () => backend.checkHomePage(watched, siteUrl, distDir)],
  ];
}
