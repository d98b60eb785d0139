import { mkdir } from 'node:fs/promises';
import sharp, { type OverlayOptions } from 'sharp';
import { buildPdf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { languages } from '../../src/i18n/languages.ts';
import { outsideFolder } from '../support/outside-folder.ts';
import { temporaryFolder, writeIn } from '../support/temporary-folder.ts';
import { type Engine, engines } from './engines.ts';
import { type Look, looks } from './looks.ts';
import { type EnginePage, openEngine } from './page.ts';
import { type Device, sizeTo, WIDTHS } from './visitor.ts';
import { startWatchedSite, type WatchedSite } from './watched-site.ts';
import { wholePage } from './whole-page.ts';

const USAGE =
  'npm run stress -- sheets DIR [WORD], DIR outside the repository; WORD chooses engines by their names';
/** A column of a sheet is so wide, and a picture so high at most, in pixels. */
const COLUMN: Record<Device, number> = { phone: 240, desk: 420 };
const HIGHEST = 1000;
const GAP = 12;
const devices = Object.keys(WIDTHS) as Device[];

type Shot = { look: string; device: Device; language: string; picture: Buffer };

async function shootEngine(engine: Engine, site: WatchedSite, file: string): Promise<Shot[]> {
  await using page = await openEngine(engine);
  const shots: Shot[] = [];
  for (const device of devices) {
    await sizeTo(page, device);
    for (const language of languages)
      for (const look of looks) {
        const visitor = { page, site, language, device, hasScripts: true };
        // An engine now and then misses a beat, as in the tests.
        const picture = await shoot(page, look, visitor, file).catch(({ message }: Error) => {
          console.error(`${engine.name}, ${device}, ${language}, ${look.name}, again after: ${message}`);
          return shoot(page, look, visitor, file);
        });
        shots.push({ look: look.name, device, language, picture });
      }
  }
  return shots;
}

async function shoot(
  page: EnginePage,
  { name, go }: Look,
  visitor: Parameters<Look['go']>[0],
  file: string,
): Promise<Buffer> {
  await go(visitor, file);
  await page.pictures();
  const column = COLUMN[visitor.device];
  const most = Math.round((HIGHEST / column) * WIDTHS[visitor.device]);
  const bytes = name === 'menu open' ? await page.screenshot() : await wholePage(page, most);
  const small = await sharp(bytes).resize({ width: column }).png().toBuffer();
  const { width = 0, height = 0 } = await sharp(small).metadata();
  return sharp(small)
    .extract({ left: 0, top: 0, width, height: Math.min(height, HIGHEST) })
    .png()
    .toBuffer();
}

/** One sheet: a row a language, a column an engine, in the order of the list. */
async function sheet(columns: Shot[][], device: Device): Promise<Buffer> {
  const wide = COLUMN[device] + GAP;
  const parts: OverlayOptions[] = [];
  for (const [column, shots] of columns.entries())
    for (const [row, language] of languages.entries()) {
      const shot = shots.find((one) => one.language === language);
      if (shot) parts.push({ input: shot.picture, left: column * wide, top: row * (HIGHEST + GAP) });
    }
  return sharp({
    create: {
      width: columns.length * wide,
      height: languages.length * (HIGHEST + GAP),
      channels: 3,
      background: '#888',
    },
  })
    .composite(parts)
    .png()
    .toBuffer();
}

async function writeSheets(folder: string, chosen: Engine[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await using work = await temporaryFolder('sheets');
  await using site = await startWatchedSite();
  const file = await writeIn(work.path, 'licence.pdf', buildPdf());
  const columns: Shot[][] = [];
  for (const engine of chosen) columns.push(await shootEngine(engine, site, file));
  for (const { name } of looks)
    for (const device of devices) {
      const shots = columns.map((all) => all.filter((one) => one.look === name && one.device === device));
      await writeIn(folder, `${name.replaceAll(' ', '-')}-${WIDTHS[device]}.png`, await sheet(shots, device));
    }
  const names = chosen.map(({ name }) => name).join(', ');
  console.log(`${looks.length * devices.length} sheets in ${folder}; columns: ${names}`);
}

const folder = outsideFolder(process.argv[2]);
if (folder)
  await writeSheets(
    folder,
    engines.filter(({ name }) => name.includes(process.argv[3] ?? '')),
  );
else {
  console.error(USAGE);
  process.exitCode = 2;
}
