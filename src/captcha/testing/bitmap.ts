/** A picture of ink (1) and paper (0), row by row. */
export type Bitmap = { width: number; height: number; ink: Uint8Array };

/** The pixels of one connected patch of ink, as indices into the bitmap. */
type Patch = number[];

/** Otsu's threshold: the grey that parts dark from light with the least spread on both sides. */
function otsu(greys: Uint8Array): number {
  const counts = new Array<number>(256).fill(0);
  for (const grey of greys) counts[grey] = (counts[grey] ?? 0) + 1;
  const total = counts.reduce((sum, count, grey) => sum + count * grey, 0);
  let [best, threshold, dark, darkSum] = [-1, 0, 0, 0];
  counts.forEach((count, grey) => {
    dark += count;
    darkSum += count * grey;
    const light = greys.length - dark;
    if (dark === 0 || light === 0) return;
    const apart = dark * light * (darkSum / dark - (total - darkSum) / light) ** 2;
    if (apart > best) [best, threshold] = [apart, grey];
  });
  return threshold;
}

/** Dark pixels as ink. */
export function threshold(greys: Uint8Array, width: number, height: number): Bitmap {
  const limit = otsu(greys);
  return { width, height, ink: Uint8Array.from(greys, (grey) => (grey <= limit ? 1 : 0)) };
}

/** The neighbours of a pixel and itself, within the picture. */
function around({ width, height }: Bitmap, pixel: number, reach = 1): number[] {
  const [x, y] = [pixel % width, Math.floor(pixel / width)];
  const near: number[] = [];
  for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v += 1) {
    for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u += 1)
      near.push(v * width + u);
  }
  return near;
}

/** Every pixel becomes the middle one of its neighbourhood: grain goes, strokes stay. */
export function median(greys: Uint8Array, width: number, height: number): Uint8Array {
  const frame = { width, height, ink: greys };
  return greys.map((_, pixel) => {
    const near = around(frame, pixel).map((other) => greys[other] ?? 0);
    return near.sort((a, b) => a - b)[near.length >> 1] ?? 0;
  });
}

/** Strokes lose their outermost pixels and get them back: what is thinner than three pixels is gone. */
export function open(bitmap: Bitmap): Bitmap {
  const has = (ink: Uint8Array, value: number) => (pixel: number) => ink[pixel] === value;
  const thin = bitmap.ink.map((_, pixel) => (around(bitmap, pixel).some(has(bitmap.ink, 0)) ? 0 : 1));
  return { ...bitmap, ink: thin.map((_, pixel) => (around(bitmap, pixel).some(has(thin, 1)) ? 1 : 0)) };
}

/** Connected patches of ink, of at least `least` pixels; corners connect. */
export function patches(bitmap: Bitmap, least: number): Patch[] {
  const left = Uint8Array.from(bitmap.ink);
  const found: Patch[] = [];
  left.forEach((_, start) => {
    if (left[start] === 0) return;
    const patch: Patch = [start];
    left[start] = 0;
    for (const pixel of patch) {
      for (const next of around(bitmap, pixel)) {
        if (left[next] === 0) continue;
        left[next] = 0;
        patch.push(next);
      }
    }
    if (patch.length >= least) found.push(patch);
  });
  return found;
}

/** A bitmap of some patches alone. */
export function withOnly(bitmap: Bitmap, kept: readonly Patch[]): Bitmap {
  const ink = new Uint8Array(bitmap.ink.length);
  for (const pixel of kept.flat()) ink[pixel] = 1;
  return { ...bitmap, ink };
}
