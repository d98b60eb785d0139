import path from 'node:path';
import type { Config } from '../../config.ts';
import { startDemoBackend } from '../../demo/backend.ts';
import { languages } from '../../i18n/languages.ts';
import { checkAssetHosts, checkAssets } from './assets.ts';
import { checkBackend } from './backend.ts';
import { checkCaptcha } from './captcha.ts';
import { checkContentDir } from './content-dir.ts';
import { checkData } from './data.ts';
import { checkDatabase } from './database.ts';
import { type Finding, reasonOf, tried, warning } from './finding.ts';
import { checkForward } from './forward.ts';
import { checkMail } from './mail.ts';
import { checkHomePage } from './pages.ts';
import { checkRedirects } from './redirects.ts';
import { checkRuntime } from './runtime.ts';
import { checkS3 } from './s3.ts';
import { checkScanner } from './scanner.ts';
import { checkSettings } from './settings.ts';
import { watchContent } from './watched-content.ts';

/** `root`: the folder of the project, with what was built in `dist`. */
export type Installation = { environment: Record<string, string | undefined>; root: string };

/** Looks at everything that the site needs, also while it runs; changes nothing but for a small file that S3 takes for a moment. */
export async function examine({ environment, root }: Installation): Promise<Finding[]> {
  const distDir = path.join(root, 'dist');
  const { findings, config } = checkSettings(environment);
  const runtime = await checkRuntime(distDir);
  const captcha = await tried('captcha', () => checkCaptcha(distDir));
  if (!config) return [...findings, ...runtime, captcha];
  const { databaseUrl, s3, clamdUrl, forward, mail } = config;
  const scan = clamdUrl ? [await tried('virus scan', () => checkScanner(clamdUrl))] : [];
  const forwarding = forward ? [await tried('FORWARD_URL', () => checkForward(forward))] : [];
  const mails = mail ? [await tried('mail', () => checkMail(mail))] : [];
  return [
    ...findings,
    ...runtime,
    ...(await checkData(config)),
    ...(databaseUrl ? [await tried('DATABASE_URL', () => checkDatabase(databaseUrl))] : []),
    ...(s3 ? await checkS3(s3) : []),
    captcha,
    ...scan,
    ...forwarding,
    ...mails,
    ...(await checkContent(config, root)),
  ];
}

/** The configured backend, or the embedded one, which does not have to run. */
async function checkContent(config: Config, root: string): Promise<Finding[]> {
  const { baseUrl } = config.api;
  if (baseUrl !== undefined) return checkSite(config, baseUrl, root);
  const folder = config.contentDir ?? path.join(root, 'src', 'demo', 'content');
  const demo = await startDemoBackend(folder);
  try {
    return [
      await tried('CONTENT_DIR', () => checkContentDir(folder)),
      ...(await checkSite(config, demo.url, root)),
    ];
  } finally {
    demo.close();
  }
}

async function checkSite(config: Config, baseUrl: string, root: string): Promise<Finding[]> {
  const contents = {
    zh: watchContent(config, baseUrl, 'zh'),
    en: watchContent(config, baseUrl, 'en'),
  };
  const found = await Promise.all(
    languages.map(async (language) => {
      const content = contents[language];
      const answers = await checkBackend(content);
      const assets = await checkAssets(content);
      const page = () => checkHomePage(content, config.siteUrl, path.join(root, 'dist'));
      return [...answers, assets, checkAssetHosts(content), await tried(`home page ${language}`, page)];
    }),
  );
  const { redirects } = config;
  if (redirects.length === 0) return found.flat();
  const looked = await checkRedirects(redirects, contents).catch((error: unknown) => [
    warning('REDIRECTS_FILE', `not compared with the content: ${reasonOf(error)}`),
  ]);
  return [...found.flat(), ...looked];
}
