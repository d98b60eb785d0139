import type { Layout } from './in-page/layout-seen.ts';

/** So far from the newest Chromium a part may stand or be wide, in pixels: fonts are not measured alike everywhere. */
const SPARE_PX = 6;
/** A page may be so much higher or lower, as a share. */
const SPARE_HEIGHT = 0.1;
const MOST_SHOWN = 8;

/** What a person might notice who knows the page from the newest Chromium. */
export function differences(wanted: Layout, got: Layout): string[] {
  const found: string[] = [];
  // A bar to scroll by, or a browser without narrow windows: another width is another layout.
  if (Math.abs(got.width - wanted.width) > 1) return found;
  const taller = got.height / wanted.height - 1;
  if (Math.abs(taller) > SPARE_HEIGHT) found.push(`${got.height} px high, not ${wanted.height}`);
  if (got.parts.length !== wanted.parts.length)
    return [...found, `${got.parts.length} parts, not ${wanted.parts.length}`];
  for (const [index, part] of got.parts.entries()) {
    const { left, width, letters } = wanted.parts[index] ?? part;
    const isOff = Math.abs(part.left - left) > SPARE_PX || Math.abs(part.width - width) > SPARE_PX;
    if (isOff || part.letters !== letters)
      found.push(
        `${part.name}: ${part.left}, ${part.width} wide, ${part.letters}px, not ${left}, ${width}, ${letters}px`,
      );
  }
  return found.slice(0, MOST_SHOWN);
}
