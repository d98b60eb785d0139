type Triple = [number, number, number];

function toLinear(channel: number): number {
  const unit = channel / 255;
  return unit <= 0.04045 ? unit / 12.92 : ((unit + 0.055) / 1.055) ** 2.4;
}

function toByte(linear: number): number {
  const unit = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, unit)) * 255);
}

function toOklab(hex: string): Triple {
  const value = Number.parseInt(hex.slice(1), 16);
  const [r, g, b] = [value >> 16, (value >> 8) & 255, value & 255].map(toLinear) as Triple;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map((channel) => toByte(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** A colour on the way from one hex colour to another, as the eye measures it (OKLab). */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [toOklab(from), toOklab(to)];
  return fromOklab(a.map((part, index) => part + ((b[index] ?? 0) - part) * share) as Triple);
}

/** A colour along a list of colours: 0 is the first, 1 the last. */
export function along(colours: readonly string[], share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (colours.length - 1);
  const index = Math.min(colours.length - 2, Math.floor(at));
  return mix(colours[index] ?? '#000000', colours[index + 1] ?? '#000000', at - index);
}
