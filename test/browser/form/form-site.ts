import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Language, languages } from '../../../src/i18n/languages.ts';
import { CONTENT, startChangedSite } from '../../support/demo-content.ts';
import type { DemoSite } from '../../support/demo-site.ts';
import { NO_CONTENT_CACHE } from '../../support/fake-backend.ts';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import { inLanguage } from '../../support/page-kinds.ts';

const SWITCH = 'declare.json';

/** Uses a long timeout, because every page reads the switch file, which may be slow. */
const ENVIRONMENT = { ...TEST_SETTINGS, ...NO_CONTENT_CACHE, API_TIMEOUT_MS: '30000' };

export const formPath = (language: Language): string => inLanguage(language, '/work-with-us/application');
export const sentPath = (language: Language): string => `${formPath(language)}/sent`;

type Window = 'open' | 'closed';

export type FormSite = DemoSite & {
  /** Opens or closes the form. */
  turn: (to: Window) => Promise<void>;
};

/** Replaces each file atomically, because the site may be reading it. */
async function turnSwitch(contentDir: string, to: Window): Promise<void> {
  for (const language of languages) {
    const text = await readFile(path.join(CONTENT, language, SWITCH), 'utf8');
    const said = { ...(JSON.parse(text) as Record<string, unknown>), enabled: to === 'open' };
    const file = path.join(contentDir, language, SWITCH);
    await writeFile(`${file}.new`, JSON.stringify(said));
    await rename(`${file}.new`, file);
  }
}

/** Starts the built site without limits and with a form that can be closed. */
export async function startFormSite(): Promise<FormSite> {
  const site = await startChangedSite(async () => {}, ENVIRONMENT);
  return { ...site, turn: (to) => turnSwitch(site.contentDir, to) };
}
