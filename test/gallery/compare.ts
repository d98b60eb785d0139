import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** `node test/gallery/compare.ts DIR1 DIR2`: names the screenshots that differ; exits with 1 if any does. */
const CHANNELS = 3;

const read = (folder: string, name: string) =>
  sharp(path.join(folder, name)).removeAlpha().raw().toBuffer({ resolveWithObject: true });

/** Describes the difference of two screenshots. */
async function compare(name: string, one: string, two: string): Promise<string | undefined> {
  const [a, b] = await Promise.all([read(one, name), read(two, name)]);
  if (a.info.width !== b.info.width || a.info.height !== b.info.height)
    return `${a.info.width} × ${a.info.height} px, ${b.info.width} × ${b.info.height} px`;
  if (a.data.equals(b.data)) return undefined;
  let pixels = 0;
  for (let at = 0; at < a.data.length; at += CHANNELS)
    if (a.data.compare(b.data, at, at + CHANNELS, at, at + CHANNELS) !== 0) pixels += 1;
  return `${((100 * CHANNELS * pixels) / a.data.length).toFixed(3)} % of pixels`;
}

const [one, two] = process.argv.slice(2);
if (one === undefined || two === undefined) throw new Error('Usage: node test/gallery/compare.ts DIR1 DIR2');
const [first, second] = [await readdir(one), await readdir(two)];
const differences: string[] = [];
for (const name of [...new Set([...first, ...second])].sort()) {
  const isInBoth = first.includes(name) && second.includes(name);
  const difference = isInBoth ? await compare(name, one, two) : `only in ${first.includes(name) ? one : two}`;
  if (difference) differences.push(`${name}: ${difference}`);
}
console.log([...differences, `${differences.length} differ`].join('\n'));
process.exitCode = differences.length > 0 ? 1 : 0;
