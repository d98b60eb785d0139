/** The discrete Fourier transform of so many complex numbers, a power of two, in place. */
export function createFft(size: number) {
  const half = size / 2;
  const cosines = Float64Array.from({ length: half }, (_, at) => Math.cos((2 * Math.PI * at) / size));
  const sines = Float64Array.from({ length: half }, (_, at) => Math.sin((2 * Math.PI * at) / size));
  const order = new Uint32Array(size);
  for (let at = 1; at < size; at += 1) order[at] = ((order[at >> 1] ?? 0) >> 1) | (at % 2 ? half : 0);

  const swap = (list: Float64Array, one: number, other: number): void => {
    const kept = list[one] ?? 0;
    list[one] = list[other] ?? 0;
    list[other] = kept;
  };

  const combine = (re: Float64Array, im: Float64Array, low: number, high: number, turn: number): void => {
    const [cosine, sine] = [cosines[turn] ?? 0, sines[turn] ?? 0];
    const r = (re[high] ?? 0) * cosine + (im[high] ?? 0) * sine;
    const i = (im[high] ?? 0) * cosine - (re[high] ?? 0) * sine;
    re[high] = (re[low] ?? 0) - r;
    im[high] = (im[low] ?? 0) - i;
    re[low] = (re[low] ?? 0) + r;
    im[low] = (im[low] ?? 0) + i;
  };

  return (re: Float64Array, im: Float64Array): void => {
    for (let at = 0; at < size; at += 1) {
      const other = order[at] ?? 0;
      if (other <= at) continue;
      swap(re, at, other);
      swap(im, at, other);
    }
    for (let width = 1; width < size; width *= 2)
      for (let from = 0; from < size; from += 2 * width)
        for (let at = 0; at < width; at += 1)
          combine(re, im, from + at, from + at + width, (at * half) / width);
  };
}
