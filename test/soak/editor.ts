import { cp, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { languages } from '../../src/i18n/languages.ts';
import { CONTENT } from '../support/demo-content.ts';

const PICTURE = { width: 1600, height: 1000 };
const ARTICLE = '1003';

/** An editor at work in a copy of the demo group's content: each change is another title, and now and then another picture. */
export async function startEditor(contentDir: string) {
  await cp(CONTENT, contentDir, { recursive: true });
  let changes = 0;

  /** Whole or not at all, as an editor's programme saves. */
  async function save(file: string, content: string | Buffer): Promise<void> {
    await writeFile(`${file}.saved`, content);
    await rename(`${file}.saved`, file);
  }

  async function retitle(language: string): Promise<void> {
    const file = path.join(contentDir, language, 'articles', `${ARTICLE}.json`);
    const article = JSON.parse(await readFile(file, 'utf8'));
    await save(file, JSON.stringify({ ...article, summary: `${changes} ${article.summary.slice(0, 200)}` }));
  }

  async function repaint(): Promise<void> {
    const background = { r: changes % 256, g: (changes * 7) % 256, b: (changes * 31) % 256 };
    const picture = sharp({ create: { ...PICTURE, channels: 3, background } });
    await save(path.join(contentDir, 'files/pictures/cover-03.jpg'), await picture.jpeg().toBuffer());
  }

  return {
    changes: () => changes,
    async change(): Promise<void> {
      changes += 1;
      for (const language of languages) await retitle(language);
      if (changes % 5 === 0) await repaint();
    },
  };
}
