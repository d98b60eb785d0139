import { along } from './colour.ts';
import { between } from './random.ts';
import type { Disc } from './sky.ts';
import type { Stage } from './stage.ts';
import { falling } from './stage.ts';
import { box, fill, group, short } from './svg.ts';

function ripple(x: number, y: number, length: number, thick: number): string {
  const [left, right] = [short(x - length / 2), short(x + length / 2)];
  return `M${left} ${short(y)}Q${short(x)} ${short(y - thick)} ${right} ${short(y)}Q${short(x)} ${short(y + thick)} ${left} ${short(y)}Z`;
}

function ripples(stage: Stage, line: number, colour: string, count: number, opacity: number): string {
  const { width, height, random } = stage;
  const data = Array.from({ length: count }, () => {
    const near = random() ** 1.6;
    const length = between(random, 0.02, 0.09) * width * (0.35 + near);
    return ripple(random() * width, line + 4 + near * (height - line), length, 0.8 + near * 2.6);
  });
  return fill(data.join(''), colour, opacity);
}

function glitter(stage: Stage, line: number, disc: Disc): string {
  const { width, height, random, palette } = stage;
  const data = Array.from({ length: 90 }, () => {
    const near = random();
    const spread = disc.radius * height * (0.7 + near * 1.6);
    const x = disc.x * width + (random() + random() - 1) * spread;
    return ripple(
      x,
      line + 3 + near * (height - line) * 0.8,
      between(random, 14, 60) * (0.5 + near),
      0.8 + near * 2,
    );
  });
  return fill(data.join(''), palette.disc, 0.55);
}

/** Still water below a line: what stands above it upside down, tinted, rippled. */
export function drawWater(stage: Stage, line: number, above: string, disc?: Disc): string {
  const { width, height, palette } = stage;
  const deep = along(palette.ridges, 0.72);
  const tint = falling(stage, line, height, [
    [0, palette.sky.at(-1) ?? '#ffffff', 0.42],
    [0.35, along(palette.ridges, 0.25), 0.3],
    [1, deep, 0.62],
  ]);
  const clip = `w${stage.defs.length}`;
  stage.defs.push(
    `<clipPath id="${clip}"><rect y="${short(line)}" width="${width}" height="${height}"/></clipPath>`,
  );
  const mirror = group(above, `translate(0 ${short(line * 2)}) scale(1 -1)`);
  return (
    `<g clip-path="url(#${clip})">${mirror}${box(0, line, width, height - line, tint)}` +
    ripples(stage, line, palette.light, 120, 0.28) +
    ripples(stage, line, deep, 70, 0.2) +
    `${disc ? glitter(stage, line, disc) : ''}</g>` +
    box(0, line - 1, width, 2, palette.mist, 0.7)
  );
}
