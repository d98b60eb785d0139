import { mix } from '../colour.ts';
import type { Draw } from '../motif.ts';
import { spot, unit } from '../motif.ts';
import { between } from '../random.ts';
import { falling, shade } from '../stage.ts';
import type { Point } from '../svg.ts';
import { box, dot, fill, short, trace } from '../svg.ts';

/** Grasses and reeds growing into the picture from below. */
export const reeds: Draw = (stage, _ridge, motif) => {
  const { width, height, random } = stage;
  const size = unit(stage, motif);
  const blades = Array.from({ length: motif.count ?? 70 }, () => {
    const x = ((motif.x ?? 0.1) + (random() + random() - 1) * 0.2) * width;
    const tall = between(random, 50, 190) * size;
    const lean = between(random, -0.35, 0.5) * tall;
    const foot = height + 6;
    return `M${short(x - 3 * size)} ${short(foot)}Q${short(x)} ${short(foot - tall * 0.6)} ${short(x + lean)} ${short(foot - tall)}Q${short(x + 5 * size)} ${short(foot - tall * 0.5)} ${short(x + 3 * size)} ${short(foot)}Z`;
  });
  return fill(blades.join(''), shade(stage, 1));
};

/** A paved yard with a kerb and lane marks before a building. */
export const yard: Draw = (stage, ridge, motif) => {
  const { width, height, palette } = stage;
  const { y } = spot(stage, ridge, motif);
  const deep = height * 0.055 * (motif.size ?? 1);
  const paved = falling(stage, y, y + deep, [
    [0, mix(shade(stage, 0.55), palette.mist, 0.3)],
    [1, mix(shade(stage, 0.7), palette.mist, 0.1)],
  ]);
  const marks = Array.from({ length: 17 }, (_, index) => {
    const x = (index - 0.5) * width * 0.0625;
    return box(x, y + deep * 0.72, width * 0.028, deep * 0.05, palette.light, 0.6);
  });
  return (
    box(0, y, width, deep, paved) + marks.join('') + box(0, y + deep, width, deep * 0.09, palette.light, 0.35)
  );
};

/** Rounded trees in a row, each lit from one side. */
export const grove: Draw = (stage, ridge, motif) => {
  const { width, random } = stage;
  const { y } = spot(stage, ridge, motif);
  const size = unit(stage, motif);
  return Array.from({ length: motif.count ?? 16 }, (_, index) => {
    const x = ((index + between(random, 0.1, 0.9)) / (motif.count ?? 16)) * width;
    const radius = between(random, 17, 36) * size;
    const colour = mix(shade(stage, 0.9), '#6d8a63', between(random, 0.06, 0.24));
    const stem = trace(
      [
        [x - 2, y + 8],
        [x + 2, y + 8],
        [x + 1, y - radius],
        [x - 1, y - radius],
      ] satisfies Point[],
      true,
    );
    const crown =
      dot(x, y - radius * 1.35, radius, colour) +
      dot(x - radius * 0.5, y - radius * 0.9, radius * 0.72, colour);
    return (
      fill(stem, shade(stage, 1)) +
      crown +
      dot(x - radius * 0.24, y - radius * 1.6, radius * 0.6, mix(colour, stage.palette.light, 0.16), 0.8)
    );
  }).join('');
};
