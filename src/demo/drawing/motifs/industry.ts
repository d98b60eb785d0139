import { mix } from '../colour.ts';
import type { Draw } from '../motif.ts';
import { spot, unit } from '../motif.ts';
import { shade } from '../stage.ts';
import type { Point } from '../svg.ts';
import { box, dot, fill, placed, short, trace } from '../svg.ts';

/** Server halls: long low volumes with fins and a line of light. */
export const serverHalls: Draw = (stage, ridge, motif) => {
  const { x, y } = spot(stage, ridge, motif);
  const { palette } = stage;
  const [face, dark] = [mix(palette.light, shade(stage, 0.7), 0.45), shade(stage, 1)];
  const halls = [
    [-560, 330, 112],
    [-200, 400, 138],
    [230, 330, 112],
  ].map(([left = 0, wide = 0, tall = 0]) => {
    const fins = Array.from({ length: Math.floor(wide / 12) }, (_, fin) =>
      box(left + 5 + fin * 12, 14 - tall, 4.4, tall - 52, dark, 0.5),
    );
    const lamps = Array.from({ length: Math.floor(wide / 12) }, (_, lamp) =>
      box(left + 5 + lamp * 12, -30, 7.6, 7, mix(palette.accent, '#ffe3a6', 0.3), lamp % 5 === 2 ? 0.25 : 1),
    );
    const coolers = Array.from(
      { length: Math.floor(wide / 62) },
      (_, at) =>
        box(left + 16 + at * 62, -tall - 17, 40, 17, mix(face, dark, 0.45)) +
        dot(left + 36 + at * 62, -tall - 17, 9, mix(face, dark, 0.7)),
    );
    const turn = fill(
      trace(
        [
          [left + wide, -tall],
          [left + wide + 34, -tall + 14],
          [left + wide + 34, 8],
          [left + wide, 12],
        ],
        true,
      ),
      mix(face, dark, 0.55),
    );
    return (
      coolers.join('') +
      turn +
      box(left, -tall, wide, tall + 12, face) +
      fins.join('') +
      box(left, -34, wide, 14, dark, 0.85) +
      lamps.join('')
    );
  });
  return placed(halls.join(''), x, y, unit(stage, motif));
};

/** Cold-store sheds with loading doors, and lorries before them. */
export const sheds: Draw = (stage, ridge, motif) => {
  const { x, y } = spot(stage, ridge, motif);
  const { palette } = stage;
  const [face, dark] = [mix(palette.light, shade(stage, 0.35), 0.22), shade(stage, 1)];
  const halls = [-500, -120, 260].map((left) => {
    const ribs = Array.from({ length: 21 }, (_, rib) => box(left + 6 + rib * 17, -118, 2, 74, dark, 0.12));
    const doors = [0, 1, 2, 3, 4].map(
      (door) =>
        box(left + 22 + door * 68, -52, 44, 52, shade(stage, 0.62)) +
        box(left + 18 + door * 68, -60, 52, 8, palette.accent),
    );
    const roof = fill(`M${left - 10}-118L${left + 180}-164L${left + 370}-118Z`, mix(face, dark, 0.5));
    return roof + box(left, -120, 360, 124, face) + ribs.join('') + doors.join('');
  });
  const lorry =
    box(0, -52, 118, 44, palette.light) +
    box(0, -20, 118, 5, palette.accent) +
    fill('M122-42H146L160-24V-6H122Z', palette.accent) +
    fill('M134-37H145L154-24H134Z', dark) +
    [22, 42, 138].map((wheel) => dot(wheel, -5, 9, dark) + dot(wheel, -5, 3.6, face)).join('');
  const lorries = [-410, 6, 330].map((left) => placed(lorry, left, 34, 1.05));
  return placed(halls.join('') + lorries.join(''), x, y, unit(stage, motif));
};

/** Basalt columns, the near ones darker. */
export const columns: Draw = (stage, ridge, motif) => {
  const { width, height, palette, random } = stage;
  const size = unit(stage, motif) * 58;
  const shapes: string[] = [];
  for (let row = 0; row < 4; row += 1) {
    for (let x = (row % 2) * -size * 0.8 - size; x < width + size; x += size * 1.62) {
      const rise = ridge.yAt(x) + row * size * 0.95 - random() * size * 1.5 + 20;
      const tone = shade(stage, 0.5 + row * 0.13 + random() * 0.08);
      const lid: Point[] = [
        [x - size * 0.8, rise],
        [x - size * 0.4, rise - size * 0.34],
        [x + size * 0.4, rise - size * 0.34],
        [x + size * 0.8, rise],
        [x + size * 0.4, rise + size * 0.34],
        [x - size * 0.4, rise + size * 0.34],
      ];
      const face = (from: number, to: number, lift: number, fall: number, share: number): string =>
        fill(
          `M${short(x + from * size)} ${short(rise + lift * size)}L${short(x + to * size)} ${short(rise + fall * size)}V${height}H${short(x + from * size)}Z`,
          mix(tone, palette.ridges.at(-1) ?? tone, share),
        );
      shapes.push(
        face(-0.8, -0.4, 0, 0.34, 0.1) +
          face(-0.4, 0.4, 0.34, 0.34, 0.4) +
          face(0.4, 0.8, 0.34, 0, 0.8) +
          fill(trace(lid, true), mix(tone, palette.light, 0.4)),
      );
    }
  }
  return shapes.join('');
};
