import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** What differs is painted in this colour over the paled newer picture. */
const MARK = [200, 30, 30];
const PALE = 0.25;
const CHANNELS = 3;
const USAGE = 'node test/gallery/compare.ts DIR1 DIR2 [DIR for pictures of the differences]';

const read = (file: string) => sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
type Raw = Awaited<ReturnType<typeof read>>;

/** The places of the pixels that are not the same in both; beyond the end of the shorter none are. */
function differing(a: Buffer, b: Buffer): number[] {
  if (a.equals(b)) return [];
  const found: number[] = [];
  for (let at = 0; at < Math.max(a.length, b.length); at += CHANNELS)
    if (a[at] !== b[at] || a[at + 1] !== b[at + 1] || a[at + 2] !== b[at + 2]) found.push(at);
  return found;
}

async function paint({ data, info }: Raw, places: number[], file: string): Promise<void> {
  const painted = Buffer.from(data.map((value) => 255 - Math.round((255 - value) * PALE)));
  for (const at of places) if (at < painted.length) painted.set(MARK, at);
  await sharp(painted, { raw: { ...info, channels: CHANNELS } })
    .png()
    .toFile(file);
}

/** What differs between two pictures, in words; nothing where they are the same. */
async function compare(name: string, one: string, two: string, out?: string): Promise<string | undefined> {
  const [a, b] = await Promise.all([one, two].map((folder) => read(path.join(folder, name))));
  if (!a || !b) return undefined;
  if (a.info.width !== b.info.width)
    return `is ${a.info.width} px wide in the first, ${b.info.width} in the second`;
  const places = differing(a.data, b.data);
  if (places.length === 0) return undefined;
  if (out) await paint(b, places, path.join(out, name));
  const [high, higher] = [a.info.height, b.info.height];
  const share = (100 * places.length) / (a.info.width * Math.max(high, higher));
  const heights = high === higher ? '' : `, ${high} px high in the first, ${higher} in the second`;
  return `${share.toFixed(3)} % of pixels${heights}`;
}

const shotsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.png'));

/** Tells what differs, and gives how many pictures do. */
async function compareAll(one: string, two: string, out?: string): Promise<number> {
  if (out) await mkdir(out, { recursive: true });
  const [first, second] = [await shotsIn(one), await shotsIn(two)];
  const names = [...new Set([...first, ...second])].sort();
  let different = 0;
  for (const name of names) {
    const only = first.includes(name) ? 'is in the first alone' : 'is in the second alone';
    const isInBoth = first.includes(name) && second.includes(name);
    const what = isInBoth ? await compare(name, one, two, out) : only;
    if (what === undefined) continue;
    different += 1;
    console.log(`${name}: ${what}`);
  }
  console.log(`${different} of ${names.length} differ`);
  return different;
}

const [one, two, out, ...more] = process.argv.slice(2);
if (one === undefined || two === undefined || more.length > 0) {
  console.error(USAGE);
  process.exitCode = 2;
} else if ((await compareAll(one, two, out)) > 0) {
  process.exitCode = 1;
}
