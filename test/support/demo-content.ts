import { cp, symlink } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../src/build/paths.ts';
import { type Language, languages } from '../../src/i18n/languages.ts';
import { type DemoSite, type Environment, startDemoSite } from './demo-site.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const CONTENT = path.join(root, 'src/content-folder/demo');

/** Copies the texts of the demo content, so that a test can change them. Files are links to the originals. */
export async function copyContent(to: string): Promise<void> {
  await symlink(path.join(CONTENT, 'files'), path.join(to, 'files'));
  for (const language of languages)
    await cp(path.join(CONTENT, language), path.join(to, language), { recursive: true });
}

/** Starts the demo site with changed content. `change` is called with the folder of each language. */
export async function startChangedSite(
  change: (folder: string, language: Language) => Promise<void>,
  environment: Environment = {},
): Promise<DemoSite & { contentDir: string }> {
  const content = await temporaryFolder('content');
  await copyContent(content.path);
  for (const language of languages) await change(path.join(content.path, language), language);
  const site = await startDemoSite({ environment: { ...environment, CONTENT_DIR: content.path } });
  const stop = async () => {
    await site.stop();
    await content.remove();
  };
  return { ...site, contentDir: content.path, stop, [Symbol.asyncDispose]: stop };
}
