import { existsSync } from 'node:fs';
import path from 'node:path';
import { contentFolder } from '../../content-folder/content-source.ts';
import { languages } from '../../i18n/languages.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { contentProbes } from './backend.ts';
import { checkContentDir } from './content-folder.ts';
import { checkDatabase } from './database.ts';
import { error, type Finding, type Probe, warning } from './finding.ts';
import * as installation from './installation.ts';
import { checkOutside } from './outside.ts';
import { recordContent } from './recorded-content.ts';
import { checkRedirects } from './redirects.ts';
import { checkS3 } from './s3.ts';
import { checkForward, checkMail, checkScanner } from './services.ts';
import { checkSettings } from './settings.ts';

/** `root`: the folder of the project, with the build in `dist`. */
export type Installation = { environment: Record<string, string | undefined>; root: string };

/** Checks everything that the site needs, also while it runs. Writes only test files, which it removes. */
export async function examine({ environment, root }: Installation, isOutside = false): Promise<Finding[]> {
  const distDir = path.join(root, 'dist');
  const { results, config } = checkSettings(environment);
  const program: Probe[] = [
    ['settings', () => results],
    ['Node', installation.checkNode],
    ['build', () => installation.checkBuild(distDir)],
    ['captcha', () => installation.checkCaptcha(distDir)],
  ];
  if (!config)
    return runProbes([...program, ['the rest', () => warning('not checked: correct the settings first')]]);
  const { dataDir, databaseUrl, s3, clamdUrl, forward, mail, siteUrl, redirects } = config;
  const contentDir = config.api.baseUrl ? undefined : contentFolder({ ...config, distDir });
  const contents = {
    zh: recordContent(config, distDir, 'zh'),
    en: recordContent(config, distDir, 'en'),
  };
  const hasData = existsSync(dataDir);
  return runProbes([
    ...program,
    ['DATA_DIR', () => installation.checkDataDir(dataDir)],
    ['disk', () => (hasData ? installation.checkSpace(dataDir) : [])],
    ['permissions', () => (hasData ? installation.checkPermissions(dataDir) : [])],
    ['store', () => (hasData && !databaseUrl ? installation.checkStore(dataDir, s3) : [])],
    ['DATABASE_URL', () => (databaseUrl ? checkDatabase(databaseUrl) : [])],
    ['S3', () => (s3 ? checkS3(s3) : [])],
    ['virus scan', () => (clamdUrl ? checkScanner(clamdUrl) : [])],
    ['FORWARD_URL', () => (forward ? checkForward(forward) : [])],
    ['mail', () => (mail ? checkMail(mail) : [])],
    ['CONTENT_DIR', () => (contentDir ? checkContentDir(contentDir) : [])],
    ...languages.flatMap((language) => contentProbes(contents[language], siteUrl, distDir)),
    [
      'SITE_URL',
      async () => (isOutside ? checkOutside(config, distDir, await contents.zh.reader().menu()) : []),
    ],
    ['REDIRECTS_FILE', () => (redirects.length > 0 ? checkRedirects(redirects, contents) : [])],
  ]);
}

/** Runs the probes in order: later ones use what earlier ones found, and none distorts the times of another. */
async function runProbes(probes: Probe[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, check] of probes) {
    const results = await Promise.resolve()
      .then(check)
      .catch((thrown: unknown) => error(reasonOf(thrown)));
    findings.push(...[results].flat().map((result) => ({ name, ...result })));
  }
  return findings;
}
