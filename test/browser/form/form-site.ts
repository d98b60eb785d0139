import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Language, languages } from '../../../src/i18n/languages.ts';
import { type DemoSite, startDemoSite } from '../../support/demo-site.ts';
import { TEST_ANSWER } from '../../support/form-client.ts';
import { inLanguage } from '../../support/page-kinds.ts';

const CONTENT = path.resolve(import.meta.dirname, '../../../src/demo/content');
const SWITCH = 'declare.json';

/** One answer is always right, nothing is counted by address, the switch is asked anew for every page, and may take its time. */
const ENVIRONMENT = {
  CAPTCHA_TEST_ANSWER: TEST_ANSWER,
  RATE_LIMIT_PER_MINUTE: '0',
  CONTENT_FRESH_S: '0',
  CONTENT_STALE_S: '0',
  API_TIMEOUT_MS: '30000',
};

export const formPath = (language: Language): string => inLanguage(language, '/work-with-us/application');
export const sentPath = (language: Language): string => `${formPath(language)}/sent`;

export type Window = 'open' | 'closed' | 'broken';

export type FormSite = DemoSite & {
  /** Where it keeps its applications. */
  dataDir: string;
  /** Opens or closes the window for applications, or leaves nobody able to say which. */
  turn: (to: Window) => Promise<void>;
};

/** The demo group's content where it can be edited. */
async function copyContent(to: string): Promise<void> {
  await mkdir(to);
  await symlink(path.join(CONTENT, 'files'), path.join(to, 'files'));
  for (const language of languages) {
    await cp(path.join(CONTENT, language), path.join(to, language), { recursive: true });
  }
}

/** Each file is put in its place whole: the site may be reading. */
async function turnSwitch(contentDir: string, to: Window): Promise<void> {
  for (const language of languages) {
    const text = await readFile(path.join(CONTENT, language, SWITCH), 'utf8');
    const said = { ...(JSON.parse(text) as Record<string, unknown>), enabled: to === 'open' };
    const file = path.join(contentDir, language, SWITCH);
    await writeFile(`${file}.new`, to === 'broken' ? 'no JSON' : JSON.stringify(said));
    await rename(`${file}.new`, file);
  }
}

/** The built site, whose form can be sent as often as one likes and whose window can be closed. */
export async function startFormSite(): Promise<FormSite> {
  const house = await mkdtemp(path.join(tmpdir(), 'plinth-form-'));
  const [contentDir, dataDir] = ['content', 'data'].map((name) => path.join(house, name)) as [string, string];
  await copyContent(contentDir);
  const site = await startDemoSite({
    environment: { ...ENVIRONMENT, CONTENT_DIR: contentDir, DATA_DIR: dataDir },
  });
  return {
    ...site,
    dataDir,
    turn: (to) => turnSwitch(contentDir, to),
    stop: async () => {
      await site.stop();
      await rm(house, { recursive: true, force: true });
    },
  };
}
