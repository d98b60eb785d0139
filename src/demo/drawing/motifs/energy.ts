import { mix } from '../colour.ts';
import type { Draw } from '../motif.ts';
import { spot, unit } from '../motif.ts';
import { between } from '../random.ts';
import { shade } from '../stage.ts';
import type { Point } from '../svg.ts';
import { box, dot, fill, group, short, stroke, trace } from '../svg.ts';

const blade = 'M0-3C5-18 6-40 1-104C-1-106-2-104-3-100C-5-60-5-20-3-3Z';

function turbine(x: number, y: number, size: number, turn: number, colour: string): string {
  const tower = fill('M-3.4 20L-1.8-168H1.8L3.4 20Z', colour);
  const rotor = [0, 120, 240]
    .map((angle) => group(fill(blade, colour), `translate(0 -170) rotate(${short(angle + turn)})`))
    .join('');
  return group(
    `${tower}${rotor}${dot(0, -170, 5, colour)}`,
    `translate(${short(x)} ${short(y)}) scale(${Math.round(size * 100) / 100})`,
  );
}

/** A line of wind turbines. */
export const turbines: Draw = (stage, ridge, motif) => {
  const count = motif.count ?? 7;
  const middle = motif.x ?? 0.5;
  const colour = mix(stage.palette.light, ridge.colour, 0.12);
  return Array.from({ length: count }, (_, index) => {
    const part = count === 1 ? 0 : index / (count - 1) - 0.5;
    const x = (middle + part * 0.66) * stage.width + between(stage.random, -0.02, 0.02) * stage.width;
    const size = unit(stage, motif) * between(stage.random, 0.75, 1.1);
    const y = motif.y === undefined ? ridge.yAt(x) : motif.y * stage.height;
    return turbine(x, y, size, between(stage.random, 0, 120), colour);
  }).join('');
};

function panel(x: number, y: number, width: number, tall: number, lean: number): Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width + lean, y - tall],
    [x + lean, y - tall],
  ];
}

/** Solar rows stepping down a slope. */
export const solarRows: Draw = (stage, ridge, motif) => {
  const { width, height, palette } = stage;
  const rows = motif.count ?? 9;
  const cell = mix('#1d3f66', shade(stage, 0.9), 0.35);
  return Array.from({ length: rows }, (_, row) => {
    const near = (row + 1) / rows;
    const wide = width * (0.05 + 0.14 * near ** 1.4);
    const tall = height * (0.01 + 0.046 * near ** 1.4);
    const shift = (row % 2) * wide * 0.4;
    const panels: string[] = [];
    for (let x = -wide - shift; x < width + wide; x += wide * 1.12) {
      const crest = (ridge.yAt(x + wide / 2) * (1.2 - near) + ridge.yAt(width / 2) * near) / 1.2;
      const y = crest + height * 0.03 + (height * 1.03 - crest) * near ** 1.5;
      const face = panel(x, y, wide, tall, tall * 0.5);
      const feet = stroke(
        `M${short(x + wide * 0.2)} ${short(y - tall * 0.3)}v${short(tall * 0.62)}m${short(wide * 0.6)} 0v${short(-tall * 0.6)}`,
        shade(stage, 1),
        1.5 + near * 3,
        0.8,
      );
      const glint = panel(x + wide * 0.5, y, wide * 0.32, tall, tall * 0.5);
      const seams = [0.2, 0.4, 0.6, 0.8].map(
        (at) => `M${short(x + wide * at)} ${short(y)}l${short(tall * 0.5)} ${short(-tall)}`,
      );
      const grid = `${seams.join('')}M${short(x + tall * 0.25)} ${short(y - tall / 2)}h${short(wide)}`;
      panels.push(
        feet +
          fill(trace(face, true), mix(cell, palette.sky[1] ?? cell, 0.38 - near * 0.28)) +
          fill(trace(glint, true), palette.light, 0.16) +
          stroke(grid, palette.light, 0.6 + near, 0.4) +
          stroke(trace(face, true), palette.light, 1 + near * 1.4, 0.75),
      );
    }
    return panels.join('');
  }).join('');
};

/** Battery containers in a row. */
export const batteries: Draw = (stage, ridge, motif) => {
  const size = unit(stage, motif);
  const { x, y } = spot(stage, ridge, motif);
  const body = mix(stage.palette.light, ridge.colour, 0.1);
  const count = motif.count ?? 4;
  return Array.from({ length: count }, (_, index) => {
    const left = x + (index - count / 2) * 158 * size;
    const doors = [0, 1, 2, 3, 4].map((door) =>
      box(left + (8 + door * 27) * size, y - 62 * size, 22 * size, 54 * size, shade(stage, 0.45), 0.35),
    );
    return (
      box(left, y - 72 * size, 146 * size, 76 * size, body) +
      doors.join('') +
      box(left, y - 72 * size, 146 * size, 6 * size, stage.palette.accent) +
      box(left - 3 * size, y + 2 * size, 152 * size, 9 * size, shade(stage, 0.9))
    );
  }).join('');
};

/** Pylons and their lines going over the hills. */
export const pylons: Draw = (stage, ridge, motif) => {
  const size = unit(stage, motif);
  const colour = mix(ridge.colour, shade(stage, 1), 0.5);
  const feet = Array.from({ length: motif.count ?? 5 }, (_, index): Point => {
    const x = stage.width * (0.04 + index * 0.23);
    return [x, ridge.yAt(x) + 6];
  });
  const mast =
    'M-13 0L-3-120L0-134L3-120L13 0M-28-96H28M-22-74H22M-10-30L7-60M10-30L-7-60M-6-60L5-92M6-60L-5-92';
  const masts = feet.map(([x, y]) =>
    group(stroke(mast, colour, 2.4), `translate(${short(x)} ${short(y)}) scale(${size})`),
  );
  const wires = feet.slice(1).flatMap(([x, y], index) => {
    const [fromX, fromY] = feet[index] ?? [0, 0];
    return [
      [-28, -96],
      [28, -96],
      [22, -74],
    ].map(([dx = 0, dy = 0]) => {
      const [left, right] = [fromX + dx * size, x + dx * size];
      const sag = Math.max(fromY, y) + dy * size + 46 * size;
      return `M${short(left)} ${short(fromY + dy * size)}Q${short((left + right) / 2)} ${short(sag)} ${short(right)} ${short(y + dy * size)}`;
    });
  });
  return stroke(wires.join(''), colour, 1.3, 0.7) + masts.join('');
};
