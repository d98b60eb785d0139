import { mix } from '../colour.ts';
import type { Draw } from '../motif.ts';
import { spot, unit } from '../motif.ts';
import { between } from '../random.ts';
import { glowing, shade } from '../stage.ts';
import type { Point } from '../svg.ts';
import { box, dot, fill, group, placed, short, stroke, trace } from '../svg.ts';

/** A boat under a brown sail. */
export const boat: Draw = (stage, ridge, motif) => {
  const { palette } = stage;
  const { x, y } = spot(stage, ridge, motif);
  const dark = shade(stage, 1);
  const sail =
    fill('M2-128C42-118 60-66 56-20H2Z', palette.accent) +
    stroke('M2-100H40M2-74H53M2-48H57', dark, 1.6, 0.5);
  const hull = fill('M-66-10C-30-2 46-2 84-16C72 8 54 12 30 12H-30C-50 12-60 2-66-10Z', dark);
  const gleam = stroke('M-52 20H70M-30 30H40M-8 40H22', palette.light, 2.4, 0.5);
  return placed(
    stroke('M0-136V0', dark, 4) +
      sail +
      fill('M-4-116C-30-90-34-50-32-20H-4Z', mix(palette.accent, palette.light, 0.35)) +
      hull +
      gleam,
    x,
    y,
    unit(stage, motif),
  );
};

/** Paper lanterns rising. */
export const lanterns: Draw = (stage, _ridge, motif) => {
  const { width, height, random, palette } = stage;
  const halo = glowing(stage, [
    [0, palette.accent, 0.5],
    [1, palette.accent, 0],
  ]);
  const body =
    fill(
      'M-13-24C-16-6-14 10-9 18H9C14 10 16-6 13-24C6-30-6-30-13-24Z',
      mix(palette.accent, '#ffe2a8', 0.35),
    ) + box(-9, 16, 18, 4, shade(stage, 0.9), 0.5);
  return Array.from({ length: motif.count ?? 9 }, () => {
    const x = ((motif.x ?? 0.5) + (random() + random() - 1) * 0.4) * width;
    const y = between(random, 0.1, motif.y ?? 0.6) * height;
    return placed(dot(0, 0, 74, halo) + body, x, y, unit(stage, motif) * between(random, 0.5, 1.2));
  }).join('');
};

/** A kite on a long line. */
export const kite: Draw = (stage, ridge, motif) => {
  const { width, height, palette } = stage;
  const [x, y] = [(motif.x ?? 0.6) * width, (motif.y ?? 0.25) * height];
  const from = x - width * 0.3;
  const line = stroke(
    `M${short(from)} ${short(ridge.yAt(from))}Q${short(from + width * 0.2)} ${short(y + height * 0.28)} ${short(x)} ${short(y)}`,
    shade(stage, 0.85),
    1.6,
    0.7,
  );
  const body =
    fill('M0-46L32-4L0 46L-32-4Z', palette.accent) +
    fill('M0-46L32-4L0 46Z', shade(stage, 1), 0.22) +
    stroke('M0 46C10 70-12 84 2 108S-8 140 4 160', palette.accent, 3);
  return line + group(body, `translate(${short(x)} ${short(y)}) rotate(24) scale(${unit(stage, motif)})`);
};

/** Rings spreading on still water. */
export const rings: Draw = (stage, _ridge, motif) => {
  const [x, y] = [(motif.x ?? 0.5) * stage.width, (motif.y ?? 0.8) * stage.height];
  const size = unit(stage, motif);
  return Array.from({ length: motif.count ?? 8 }, (_, index) => {
    const radius = (20 + index * index * 7 + index * 28) * size;
    const ring = (rx: number): Point[] =>
      Array.from(
        { length: 73 },
        (_, turn): Point => [x + Math.cos(turn / 11.46) * rx, y + Math.sin(turn / 11.46) * rx * 0.2],
      );
    return (
      stroke(trace(ring(radius), true), stage.palette.light, 3.4 * size - index * 0.25, 0.85 - index * 0.09) +
      stroke(trace(ring(radius * 0.96), true), shade(stage, 0.8), 2 * size, 0.3)
    );
  }).join('');
};
