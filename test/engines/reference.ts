import { engines } from './engines.ts';
import type { Look } from './looks.ts';
import { type EnginePage, openEngine } from './page.ts';
import type { Layout } from './rules.ts';
import { sizeTo, type Visitor } from './visitor.ts';

/** Provides layouts of the first engine, measured on demand. */
export function createReference() {
  const [newest] = engines;
  const layouts = new Map<string, Layout>();
  let page: EnginePage | undefined;
  return {
    async layoutOf({ name, go }: Look, visitor: Visitor, file: string): Promise<Layout> {
      const { device, language } = visitor;
      const key = `${name} ${device} ${language}`;
      const known = layouts.get(key);
      if (known || !newest) return known ?? Promise.reject(new Error('no engines'));
      page ??= await openEngine(newest);
      await sizeTo(page, device);
      await go({ ...visitor, page }, file);
      await page.pictures();
      const layout = await page.measure('layoutOf');
      layouts.set(key, layout);
      return layout;
    },
    close: async () => page?.close(),
  };
}

/** Tolerance of positions and widths, because engines measure fonts differently. */
const SPARE_PX = 6;
const SPARE_SHARE = 0.1;
const SPARE_HEIGHT = 0.1;
const MAX_REPORTED = 8;

const isFar = (got: number, wanted: number): boolean =>
  Math.abs(got - wanted) > SPARE_PX + SPARE_SHARE * wanted;

/** Returns visible differences from the layout of the newest Chromium. */
export function differences(wanted: Layout, got: Layout): string[] {
  const found: string[] = [];
  // A scroll bar or a minimum window width changes the layout.
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
  return found.slice(0, MAX_REPORTED);
}
