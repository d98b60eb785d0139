import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { type Config, checkFolders, readConfig, SettingsError } from '../../config/config.ts';
import { type Build, createBuildInfo, type Environment } from '../../config/environment.ts';
import { findSettingWarnings } from '../../config/settings-report.ts';
import type { Language } from '../../i18n/languages.ts';
import { backendChecks, createContentRecorder } from './backend.ts';
import { type Check, error, ok, type Result, runChecks, warning } from './check.ts';
import { checkContentDir, compareMenus } from './content-folder.ts';
import { checkFromOutside } from './outside.ts';
import {
  checkDisk,
  checkForward,
  checkMail,
  checkPostgres,
  checkS3,
  checkScanner,
  checkSharedAddress,
  checkSqlite,
  sendTestApplication,
} from './services.ts';

type Options = { outside?: boolean; 'test-forward'?: boolean };

export async function runDoctor(
  options: Options,
  { environment, distDir }: { environment: Environment; distDir: string },
  out: Writable,
): Promise<boolean> {
  const { results, config } = checkSettings(environment);
  const build = existsSync(path.join(distDir, 'build.json')) ? createBuildInfo(distDir).running : undefined;
  return runChecks(
    [
      { name: 'settings', run: () => results },
      { name: 'build', run: () => checkBuild(build) },
      ...(config
        ? createChecks(config, { ...options, distDir, buildId: build?.id })
        : [{ name: 'other checks', run: () => warning('not checked: correct the settings first') }]),
    ],
    out,
  );
}

/** The only settings that the check of a backend reads. */
const BACKEND_SETTINGS = ['API_BASE_URL', 'API_HEADERS', 'API_TIMEOUT_MS', 'ASSET_HOSTS'];

/** Checks only the content backend, for the team that builds it. */
export async function runBackendDoctor(
  environment: Environment,
  distDir: string,
  out: Writable,
): Promise<boolean> {
  const settings = Object.entries(environment).filter(([name]) => BACKEND_SETTINGS.includes(name));
  const content = createContentRecorder(readConfig(Object.fromEntries(settings)), distDir);
  return runChecks([...backendChecks(content), menusCheck(content)], out);
}

function checkBuild(build: Build | undefined): Result {
  if (!build) return error('there is no build: run npm run build');
  const { id, version, commit = 'unknown', timestamp } = build;
  return ok(`Plinth ${version}, ${id}, commit ${commit}, built ${timestamp}`);
}

function checkSettings(environment: Environment): { results: Result[]; config?: Config } {
  try {
    const config = readConfig(environment);
    checkFolders(config);
    const warnings = findSettingWarnings(config, environment);
    if (!config.isProduction) warnings.push('NODE_ENV is not production');
    const results = [
      ok(`all valid; the site is ${config.siteUrl}`),
      ...warnings.map((text) => warning(text)),
    ];
    return { results, config };
  } catch (thrown) {
    if (!(thrown instanceof SettingsError)) throw thrown;
    return { results: thrown.problems.map((text) => error(text)) };
  }
}

function createChecks(
  config: Config,
  { distDir, buildId, ...options }: Options & { distDir: string; buildId?: string },
): Check[] {
  const { dataDir, databaseUrl, s3, clamdUrl, forward, mail } = config;
  const content = createContentRecorder(config, distDir);
  return [
    { name: 'database', run: () => (databaseUrl ? checkPostgres(databaseUrl) : checkSqlite(dataDir)) },
    { name: 'client addresses', run: () => checkSharedAddress(config) },
    { name: 'disk', run: () => checkDisk(config) },
    { name: 'S3', run: () => (s3 ? checkS3(s3) : []) },
    { name: 'virus scan', run: () => (clamdUrl ? checkScanner(clamdUrl) : []) },
    { name: 'FORWARD_URL', run: () => (forward ? checkForward(forward) : []) },
    {
      name: 'test application',
      run: () => (forward && options['test-forward'] ? sendTestApplication(forward) : []),
    },
    { name: 'mail', run: () => (mail ? checkMail(mail) : []) },
    ...(config.api.baseUrl
      ? backendChecks(content)
      : [{ name: 'CONTENT_DIR', run: () => checkContentDir(config, distDir) }]),
    menusCheck(content),
    {
      name: 'SITE_URL',
      run: async () =>
        options.outside ? checkFromOutside(config, buildId, await readMenu(content, 'zh')) : [],
    },
  ];
}

type RecordedContent = ReturnType<typeof createContentRecorder>;

/** Ignores an unreadable menu, which other checks report. */
const readMenu = ({ reader }: RecordedContent, language: Language) =>
  reader(language)
    .menu()
    .catch(() => undefined);

const menusCheck = (content: RecordedContent): Check => ({
  name: 'menus',
  run: async () => compareMenus(await readMenu(content, 'zh'), await readMenu(content, 'en')),
});
