import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** What differs is painted in this colour over the paled newer picture. */
const MARK = [200, 30, 30];
const PALE = 0.25;
const CHANNELS = 3;
const USAGE = 'npm run gallery:compare -- DIR1 DIR2 [DIR for pictures of the differences]';

type Raw = { data: Buffer; width: number; height: number };
type Difference = { name: string; what: string };

async function read(file: string): Promise<Raw> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The places of the pixels that are not the same in both; beyond the end of the shorter none are. */
function differing(a: Raw, b: Raw): number[] {
  if (a.data.equals(b.data)) return [];
  const found: number[] = [];
  const most = Math.max(a.data.length, b.data.length);
  for (let at = 0; at < most; at += CHANNELS) {
    const isSame =
      a.data[at] === b.data[at] && a.data[at + 1] === b.data[at + 1] && a.data[at + 2] === b.data[at + 2];
    if (!isSame) found.push(at);
  }
  return found;
}

async function paint({ data, width, height }: Raw, places: number[], file: string): Promise<void> {
  const painted = Buffer.from(data.map((value) => 255 - Math.round((255 - value) * PALE)));
  for (const at of places) if (at < painted.length) painted.set(MARK, at);
  await sharp(painted, { raw: { width, height, channels: CHANNELS } })
    .png()
    .toFile(file);
}

async function compare(name: string, [one, two, out]: string[]): Promise<Difference | undefined> {
  const [a, b] = await Promise.all([read(path.join(one ?? '', name)), read(path.join(two ?? '', name))]);
  if (a.width !== b.width)
    return { name, what: `is ${a.width} px wide in the first, ${b.width} in the second` };
  const places = differing(a, b);
  if (places.length === 0) return undefined;
  if (out) await paint(b, places, path.join(out, name));
  const pixels = a.width * Math.max(a.height, b.height);
  const heights =
    a.height === b.height ? '' : `, ${a.height} px high in the first, ${b.height} in the second`;
  return { name, what: `${((100 * places.length) / pixels).toFixed(3)} % of pixels${heights}` };
}

const shotsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.png'));

async function compareAll(folders: string[]): Promise<Difference[]> {
  const [one = '', two = '', out] = folders;
  if (out) await mkdir(out, { recursive: true });
  const [first, second] = await Promise.all([shotsIn(one), shotsIn(two)]);
  const found: Difference[] = [];
  for (const name of [...new Set([...first, ...second])].sort()) {
    if (!second.includes(name)) found.push({ name, what: 'is in the first alone' });
    else if (!first.includes(name)) found.push({ name, what: 'is in the second alone' });
    else found.push(...[await compare(name, folders)].filter((one) => one !== undefined));
  }
  console.log(found.map(({ name, what }) => `${name}: ${what}`).join('\n'));
  console.log(`${found.length} of ${new Set([...first, ...second]).size} differ`);
  return found;
}

const folders = process.argv.slice(2);
if (folders.length < 2 || folders.length > 3) {
  console.error(USAGE);
  process.exitCode = 2;
} else if ((await compareAll(folders)).length > 0) {
  process.exitCode = 1;
}
