import type { Layout } from './in-page/layout-seen.ts';

/**
 * So far from the newest Chromium a part may stand or be wide, in pixels and as a share: fonts are not measured alike
 * everywhere, and today's engines leave a little room between Chinese words and figures.
 */
const SPARE_PX = 6;
const SPARE_SHARE = 0.1;
/** A page may be so much higher or lower, as a share. */
const SPARE_HEIGHT = 0.1;
const MOST_SHOWN = 8;

const isFar = (got: number, wanted: number): boolean =>
  Math.abs(got - wanted) > SPARE_PX + SPARE_SHARE * wanted;

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
    const isOff = isFar(part.left, left) || isFar(part.width, width);
    if (isOff || part.letters !== letters)
      found.push(
        `${part.name}: ${part.left}, ${part.width} wide, ${part.letters}px, not ${left}, ${width}, ${letters}px`,
      );
  }
  return found.slice(0, MOST_SHOWN);
}
