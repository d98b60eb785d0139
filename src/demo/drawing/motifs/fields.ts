import { along, mix } from '../colour.ts';
import type { Draw } from '../motif.ts';
import { between, createNoise } from '../random.ts';
import type { Ridge } from '../ridge.ts';
import type { Stage } from '../stage.ts';
import { shade } from '../stage.ts';
import type { Point } from '../svg.ts';
import { fill, short, stroke, trace } from '../svg.ts';

const leaf = '#6d8a63';

/** The colour of growing things at a depth. */
function green(stage: Stage, depth: number, share: number): string {
  return mix(shade(stage, depth), leaf, share);
}

/** Lines that follow a slope down from its crest, farther apart as they come nearer. */
function contours(stage: Stage, ridge: Ridge, count: number, wander: number): Point[][] {
  const { width, height, random } = stage;
  const noise = createNoise(random);
  const bulge = createNoise(random);
  return Array.from({ length: count + 1 }, (_, row) => {
    const near = row / count;
    return Array.from({ length: 161 }, (_, index): Point => {
      const at = index / 160;
      const crest = ridge.yAt(at * width);
      const hold = (1 - near) ** 1.2;
      const floor = height * (1.06 + 0.1 * bulge(at * 2.4));
      const fall = near ** (1.3 + 0.55 * bulge(at * 3 + 9));
      const wave = noise(at * 7 + row * 0.27) * wander * height * near * (0.4 + hold);
      return [at * width, crest + (floor - crest) * fall + wave];
    });
  });
}

/** Terraced fields: some hold water and sky, some are green. */
export const terraces: Draw = (stage, ridge, motif) => {
  const { palette, random } = stage;
  const lines = contours(stage, ridge, motif.count ?? 15, 0.06);
  const wet = mix(palette.sky.at(-2) ?? '#ffffff', palette.light, 0.35);
  return lines
    .slice(0, -1)
    .map((line, row) => {
      const near = row / lines.length;
      const next = lines[row + 1] ?? line;
      const field = mix(green(stage, 0.36 + near * 0.4, 0.55), palette.accent, between(random, 0, 0.22));
      const colour = random() < 0.36 ? mix(wet, shade(stage, 0.4), near * 0.35) : field;
      const body = fill(trace([...line, ...[...next].reverse()], true), colour);
      const wall = next.map(([x, y]): Point => [x, y - (1 + near * 9)]);
      const edge = fill(
        trace([...wall, ...[...next].reverse()], true),
        green(stage, 0.72 + near * 0.28, 0.22),
        0.85,
      );
      return body + edge + stroke(trace(wall), palette.light, 1 + near * 1.6, 0.5);
    })
    .join('');
};

function bushes(
  line: readonly Point[],
  next: readonly Point[],
  step: number,
): { crowns: string; feet: Point[] } {
  const feet = next.map(([x, y], index): Point => [x, y - (y - (line[index]?.[1] ?? y)) * 0.1]);
  const tops = line.filter((_, index) => index % step === 0);
  const arcs = tops.slice(1).map(([x, y], index) => {
    const [fromX] = tops[index] ?? [x];
    const room = (next[(index + 1) * step]?.[1] ?? y) - y;
    const half = (x - fromX) / 2;
    return `A${short(half)} ${short(Math.max(1, room * 0.22))} 0 0 1 ${short(x)} ${short(y + room * 0.38)}`;
  });
  const [[x, y] = [0, 0], [, under] = [0, 0]] = [tops[0], next[0]];
  return { crowns: `M${short(x)} ${short(y + (under - y) * 0.38)}${arcs.join('')}`, feet };
}

/** Rows of clipped tea bushes round a hill. */
export const teaRows: Draw = (stage, ridge, motif) => {
  const lines = contours(stage, ridge, motif.count ?? 16, 0.03);
  return lines
    .slice(0, -1)
    .map((line, row) => {
      const near = row / lines.length;
      const next = lines[row + 1] ?? line;
      const colour = green(stage, 0.46 + near * 0.36, 0.52);
      const { crowns, feet } = bushes(line, next, [2, 4, 5, 8][Math.floor(near * 3.99)] ?? 4);
      const soil = fill(trace([...line, ...[...next].reverse()], true), green(stage, 0.86, 0.2));
      const body = fill(`${crowns}L${trace([...feet].reverse()).slice(1)}Z`, colour);
      return soil + body + stroke(crowns, mix(colour, stage.palette.light, 0.45), 1 + near * 2.4, 0.6);
    })
    .join('');
};

/** Furrows running together at the horizon. */
export const furrows: Draw = (stage, ridge, motif) => {
  const { width, height, palette } = stage;
  const meet = (motif.x ?? 0.5) * width;
  const y = ridge.yAt(meet) - height * 0.02;
  const count = motif.count ?? 34;
  return Array.from({ length: count }, (_, index) => {
    const foot = ((index + 0.5) / count - 0.5) * width * 4.2 + meet;
    const half = (width * 4.2) / count / 4;
    const rows: Point[] = [];
    for (let near = 0.09; near <= 1.01; near += 0.09) {
      const x = meet + (foot - meet) * near;
      rows.push([x, Math.max(ridge.yAt(x), y + (height * 1.03 - y) * near)]);
    }
    const left = rows.map(([x, at], step): Point => [x - half * (step + 1) * 0.09, at]);
    const right = rows.map(([x, at], step): Point => [x + half * (step + 1) * 0.09, at]);
    const colour = mix(along(palette.ridges, 0.55), palette.accent, index % 3 === 0 ? 0.45 : 0.22);
    return fill(trace([...left, ...right.reverse()], true), colour, 0.75);
  }).join('');
};

/** Seedlings in a near row. */
export const seedlings: Draw = (stage, ridge, motif) => {
  const { width, height, random } = stage;
  const count = motif.count ?? 9;
  const colour = mix(leaf, stage.palette.light, 0.34);
  return Array.from({ length: count }, (_, index) => {
    const x = ((index + 0.5) / count) * width + between(random, -12, 12);
    const y = Math.max(ridge.yAt(x) + 30, height * (motif.y ?? 0.95));
    const size = (height / 1000) * (motif.size ?? 1) * between(random, 70, 120);
    const leaf = (side: number, from: number, reach: number): string =>
      `M${short(x)} ${short(y - size * from)}Q${short(x + side * size * 0.1)} ${short(y - size * (from + reach))} ${short(x + side * size * 0.5)} ${short(y - size * (from + reach))}Q${short(x + side * size * 0.42)} ${short(y - size * from)} ${short(x)} ${short(y - size * from)}Z`;
    const stem = stroke(`M${short(x)} ${short(y)}V${short(y - size)}`, colour, size * 0.045);
    const leaves = leaf(1, 0.55, 0.34) + leaf(-1, 0.42, 0.34) + leaf(-1, 0.86, 0.24) + leaf(1, 0.9, 0.2);
    return (
      fill(
        `M${short(x - size * 0.3)} ${short(y + 4)}q${short(size * 0.3)} ${short(-size * 0.2)} ${short(size * 0.6)} 0Z`,
        shade(stage, 1),
      ) +
      stem +
      fill(leaves, colour)
    );
  }).join('');
};
