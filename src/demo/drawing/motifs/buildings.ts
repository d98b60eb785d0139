import { mix } from '../colour.ts';
import type { Draw } from '../motif.ts';
import { spot, unit } from '../motif.ts';
import { between } from '../random.ts';
import type { Stage } from '../stage.ts';
import { glowing, shade } from '../stage.ts';
import { box, dot, fill, placed, short, stroke } from '../svg.ts';

function glow(stage: Stage, x: number, y: number, radius: number): string {
  const { accent } = stage.palette;
  return dot(
    x,
    y,
    radius,
    glowing(stage, [
      [0, accent, 0.42],
      [1, accent, 0],
    ]),
  );
}

/** A small library: a long roof, a lit reading room, book spines in the window. */
export const library: Draw = (stage, ridge, motif) => {
  const { palette, random } = stage;
  const { x, y } = spot(stage, ridge, motif);
  const [dark, wall] = [shade(stage, 1), mix(palette.light, shade(stage, 0.5), 0.22)];
  const lit = mix(palette.accent, '#ffe3a6', 0.55);
  const windows = [-112, -58, 34, 88].map((left) => box(left, -74, 40, 52, lit));
  const books = [-112, -58, 34, 88].flatMap((left) =>
    [0, 1, 2, 3, 4, 5].map((book) => {
      const tall = between(random, 11, 20);
      return box(left + 3 + book * 6, -23 - tall, 4.4, tall, dark, between(random, 0.35, 0.7));
    }),
  );
  const frames = [-112, -58, 34, 88].map((left) =>
    stroke(`M${left} -74h40v52h-40zM${left + 20} -74v52M${left} -48h40`, dark, 2.4),
  );
  const roof = fill('M-168-84C-150-92-130-128-112-134H112C130-128 150-92 168-84Z', dark);
  const ridgeTile = stroke('M-116-136H116', mix(dark, palette.light, 0.3), 5);
  const door = box(-10, -72, 36, 72, mix(lit, '#fff4d8', 0.4)) + stroke('M-10 0V-72H26V0M8-72V0', dark, 2.4);
  const steps = box(-30, 0, 76, 7, wall) + box(-40, 7, 96, 8, mix(wall, dark, 0.25));
  const body = box(-140, -88, 280, 90, wall) + box(-150, -2, 300, 22, mix(wall, dark, 0.5));
  return placed(
    glow(stage, 0, -50, 260) +
      body +
      windows.join('') +
      books.join('') +
      frames.join('') +
      door +
      steps +
      roof +
      ridgeTile,
    x,
    y,
    unit(stage, motif),
  );
};

function hut(stage: Stage, x: number, y: number, size: number, lit: boolean): string {
  const { palette } = stage;
  const [dark, wall] = [shade(stage, 1), mix(palette.light, shade(stage, 0.6), 0.3)];
  const pane = lit ? mix(palette.accent, '#ffe3a6', 0.5) : shade(stage, 0.7);
  const content =
    box(-24, -26, 48, 30, wall) +
    box(-15, -18, 9, 10, pane) +
    box(5, -18, 9, 10, pane) +
    fill('M-33-24L-19-44H19L33-24Z', dark);
  return placed(content, x, y, size);
}

function shrubs(stage: Stage, x: number, y: number, size: number, colour: string): string {
  const crowns = Array.from({ length: 9 }, () => {
    const radius = between(stage.random, 5, 11) * size;
    return dot(x + between(stage.random, -52, 52) * size, y + 5 * size - radius * 0.3, radius, colour);
  });
  const ground = fill(
    `M${short(x - 66 * size)} ${short(y + 9 * size)}q${short(66 * size)} ${short(-16 * size)} ${short(132 * size)} 0q${short(-66 * size)} ${short(12 * size)} ${short(-132 * size)} 0Z`,
    colour,
  );
  return crowns.join('') + ground;
}

/** A village in a fold of the slope. */
export const village: Draw = (stage, ridge, motif) => {
  const size = unit(stage, motif);
  const houses = Array.from({ length: motif.count ?? 9 }, () => {
    const x =
      ((motif.x ?? 0.5) + (stage.random() + stage.random() - 1) * 0.13 * (motif.size ?? 1)) * stage.width;
    const y = ridge.yAt(x) + between(stage.random, 6, 60) * size;
    return { x, y, lit: stage.random() < 0.65, size: size * between(stage.random, 0.75, 1.15) };
  });
  houses.sort((a, b) => a.y - b.y);
  const bush = mix(ridge.colour, shade(stage, 1), 0.55);
  return houses
    .map(
      (house) =>
        hut(stage, house.x, house.y, house.size, house.lit) +
        shrubs(stage, house.x, house.y, house.size, bush),
    )
    .join('');
};
