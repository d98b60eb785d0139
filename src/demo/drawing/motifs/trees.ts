import { mix } from '../colour.ts';
import type { Draw } from '../motif.ts';
import { spot, unit } from '../motif.ts';
import { between } from '../random.ts';
import type { Stage } from '../stage.ts';
import { shade } from '../stage.ts';
import { fill, group, short, stroke, trace } from '../svg.ts';

function conifer(x: number, y: number, size: number): string {
  const tiers = [0.0, 0.3, 0.58].map((from, index) => {
    const [tip, half] = [y - size * (1 - from), size * (0.11 + index * 0.055)];
    const low = y - size * (0.58 - index * 0.25);
    return trace(
      [
        [x, tip],
        [x + half, low],
        [x - half, low],
      ],
      true,
    );
  });
  return tiers.join('');
}

/** A stand of conifers along the crest. */
export const pines: Draw = (stage, ridge, motif) => {
  const size = unit(stage, motif) * 46;
  const count = motif.count ?? 90;
  const [middle, spread] = [motif.x ?? 0.5, motif.x === undefined ? 1.04 : 0.3];
  const data = Array.from({ length: count }, () => {
    const lean = motif.x === undefined ? stage.random() - 0.5 : (stage.random() + stage.random() - 1) * 0.7;
    const x = (middle + lean * spread) * stage.width;
    return conifer(x, ridge.yAt(x) + size * 0.16, size * between(stage.random, 0.4, 1.1));
  });
  return fill(data.join(''), mix(ridge.colour, shade(stage, 1), 0.25));
};

/** One cushion of needles: level below, billowing above. */
function cushion(stage: Stage, cx: number, cy: number, half: number): string {
  const lobes = Array.from({ length: 7 }, (_, index) => {
    const part = index / 6 - 0.5;
    const radius = half * (0.3 - Math.abs(part) * 0.26) * between(stage.random, 0.9, 1.2);
    const x = cx + part * half * 1.7;
    return `M${short(x - radius * 1.5)} ${short(cy)}a${short(radius * 1.5)} ${short(radius)} 0 0 1 ${short(radius * 3)} 0q${short(-radius * 1.5)} ${short(radius * 0.5)} ${short(-radius * 3)} 0Z`;
  });
  return lobes.join('');
}

/** One old pine, leaning out with level boughs. */
export const oldPine: Draw = (stage, ridge, motif) => {
  const colour = shade(stage, 1);
  const { x, y } = spot(stage, ridge, motif);
  const trunk = fill(
    'M-13 26C-8-14-22-44-9-76S26-116 17-150-8-186 6-226L11-226C6-188 34-170 31-142S4-106 5-72 10-20 19 26Z',
    colour,
  );
  const limbs = stroke(
    'M-8-70C-34-84-62-84-96-92M24-122C52-120 84-128 132-126M20-150C-6-164-30-166-62-164M14-186C40-190 58-196 84-196',
    colour,
    5,
  );
  const crowns = [
    [-92, -90, 52],
    [-40, -84, 34],
    [126, -124, 66],
    [70, -122, 36],
    [-56, -162, 48],
    [80, -194, 46],
    [12, -222, 58],
    [-10, -186, 30],
  ];
  const near = crowns.map(([cx = 0, cy = 0, half = 0]) => cushion(stage, cx, cy, half)).join('');
  const lit = crowns
    .map(([cx = 0, cy = 0, half = 0]) => cushion(stage, cx + half * 0.1, cy - half * 0.13, half * 0.62))
    .join('');
  const rock = fill('M-150 60L-96 18L-40 22L-8 4L44 14L92 34L160 70Z', colour);
  const crown = fill(near, colour) + fill(lit, mix(colour, stage.palette.accent, 0.2), 0.8);
  return group(
    rock + trunk + limbs + crown,
    `translate(${short(x)} ${short(y)}) scale(${unit(stage, motif)})`,
  );
};
