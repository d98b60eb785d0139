import { mix } from '../colour.ts';
import type { Draw } from '../motif.ts';
import { spot, unit } from '../motif.ts';
import { between } from '../random.ts';
import { shade } from '../stage.ts';
import type { Point } from '../svg.ts';
import { dot, fill, short, stroke, trace } from '../svg.ts';

/** Birds in a loose line. */
export const birds: Draw = (stage, _ridge, motif) => {
  const size = unit(stage, motif) * 11;
  const [x, y] = [(motif.x ?? 0.5) * stage.width, (motif.y ?? 0.25) * stage.height];
  const data = Array.from({ length: motif.count ?? 7 }, (_, index) => {
    const side = index % 2 === 0 ? 1 : -1;
    const rank = Math.ceil(index / 2);
    const cx = x + side * rank * size * 2.9 + between(stage.random, -6, 6);
    const cy = y + rank * size * 1.5 + between(stage.random, -5, 5);
    const wing = size * between(stage.random, 0.8, 1.1);
    return `M${short(cx - wing)} ${short(cy - wing * 0.35)}Q${short(cx - wing * 0.4)} ${short(cy - wing * 0.5)} ${short(cx)} ${short(cy)}Q${short(cx + wing * 0.4)} ${short(cy - wing * 0.5)} ${short(cx + wing)} ${short(cy - wing * 0.35)}`;
  });
  return stroke(data.join(''), shade(stage, 0.85), Math.max(1.6, size * 0.2), 0.8);
};

/** Falling snow. */
export const snowfall: Draw = (stage, _ridge, motif) => {
  const flakes = Array.from({ length: motif.count ?? 150 }, () => {
    const size = between(stage.random, 1.2, 4.2) * unit(stage, motif);
    return dot(
      stage.random() * stage.width,
      stage.random() * stage.height,
      size,
      stage.palette.light,
      between(stage.random, 0.35, 0.9),
    );
  });
  return flakes.join('');
};

/** A river coming towards the viewer in bends. */
export const river: Draw = (stage, ridge, motif) => {
  const { width, height, palette } = stage;
  const { x, y } = spot(stage, ridge, motif);
  const bend = (motif.size ?? 1) * width * 0.12;
  const banks = Array.from({ length: 60 }, (_, index): [Point, Point] => {
    const near = index / 59;
    const at = y + (height * 1.02 - y) * near ** 1.35;
    const middle = x + Math.sin(near ** 0.62 * 8.2) * bend * (0.25 + near * 1.2);
    const half = width * (0.003 + 0.075 * near ** 1.7);
    return [
      [middle - half, at],
      [middle + half * 1.15, at],
    ];
  });
  const loop = [...banks.map(([left]) => left), ...banks.map(([, right]) => right).reverse()];
  return fill(trace(loop, true), mix(palette.sky.at(-1) ?? '#ffffff', palette.sky[1] ?? '#ffffff', 0.3), 0.9);
};

/** A footpath winding up to the crest. */
export const footpath: Draw = (stage, ridge, motif) => {
  const { width, height, palette } = stage;
  const { x, y } = spot(stage, ridge, motif);
  const sway = (motif.size ?? 1) * width * 0.07;
  const sides = Array.from({ length: 70 }, (_, index): [Point, Point] => {
    const near = index / 69;
    const at = y + 2 + (height * 1.02 - y) * near;
    const middle = x + Math.sin(near * 9) * sway * (0.15 + near) + near * sway;
    const half = 1.6 + near ** 1.6 * width * 0.014;
    return [
      [middle - half, at],
      [middle + half, at],
    ];
  });
  const loop = [...sides.map(([left]) => left), ...sides.map(([, right]) => right).reverse()];
  return fill(trace(loop, true), palette.light, 0.62);
};
