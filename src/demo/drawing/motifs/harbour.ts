import { mix } from '../colour.ts';
import type { Draw } from '../motif.ts';
import { spot, unit } from '../motif.ts';
import { shade } from '../stage.ts';
import { box, fill, placed, stroke } from '../svg.ts';

function crane(colour: string, accent: string): string {
  const legs = stroke('M-52 0V-168M36 0V-168M-52-60H36M-52-118H36M-52-60L36-118M36-60L-52-118', colour, 6);
  const boom = stroke('M-130-172H250M-52-168V-262M36-168V-214L-52-262', colour, 7);
  const stays = stroke('M-52-262L140-174M-52-262L238-174M-52-262L-126-174', colour, 2.4);
  return (
    legs +
    boom +
    stays +
    box(-96, -196, 46, 24, colour) +
    box(96, -168, 26, 16, accent) +
    stroke('M102-152V-92M116-152V-92', colour, 1.6) +
    box(86, -92, 46, 20, accent)
  );
}

/** Harbour cranes in a row. */
export const cranes: Draw = (stage, ridge, motif) => {
  const { x, y } = spot(stage, ridge, motif);
  const size = unit(stage, motif);
  const colour = mix(shade(stage, 0.86), ridge.colour, 0.2);
  const count = motif.count ?? 3;
  return Array.from({ length: count }, (_, index) =>
    placed(
      crane(colour, stage.palette.accent),
      x + (index - (count - 1) / 2) * 290 * size,
      y,
      size * (1 - index * 0.06),
    ),
  ).join('');
};

/** A quay with stacked boxes. */
export const quay: Draw = (stage, _ridge, motif) => {
  const { width, height, palette, random } = stage;
  const y = (motif.y ?? 0.74) * height;
  const size = unit(stage, motif);
  const tones = [
    palette.accent,
    shade(stage, 0.7),
    shade(stage, 0.45),
    mix(palette.accent, palette.light, 0.45),
    mix(palette.light, shade(stage, 0.5), 0.3),
  ];
  const boxes: string[] = [];
  for (let x = width * (motif.x ?? 0.02); x < width * 0.98; x += 58 * size) {
    const tall = Math.floor(random() * 4.6);
    for (let level = 0; level < tall; level += 1) {
      boxes.push(
        box(
          x,
          y - (level + 1) * 23 * size,
          55 * size,
          21.5 * size,
          tones[Math.floor(random() * 5)] ?? palette.accent,
        ),
      );
    }
  }
  return (
    boxes.join('') + box(0, y, width, 16 * size, shade(stage, 0.92)) + box(0, y, width, 3, palette.light, 0.5)
  );
};

/** A laden ship on the water. */
export const ship: Draw = (stage, ridge, motif) => {
  const { palette, random } = stage;
  const { x, y } = spot(stage, ridge, motif);
  const tones = [
    palette.accent,
    shade(stage, 0.75),
    mix(palette.accent, palette.light, 0.6),
    mix(palette.accent, shade(stage, 1), 0.35),
  ];
  const load = Array.from({ length: 30 }, (_, index) =>
    box(
      -190 + (index % 10) * 31,
      -52 - Math.floor(index / 10) * 15,
      29,
      14,
      tones[Math.floor(random() * 4)] ?? palette.accent,
    ),
  );
  const hull =
    fill('M-236-38H228L204 12H-206Z', shade(stage, 0.95)) +
    fill('M-212 2H209L204 12H-206Z', palette.accent, 0.8);
  const bridge =
    box(136, -112, 46, 76, palette.light) +
    box(130, -118, 58, 12, shade(stage, 0.8)) +
    box(150, -142, 8, 26, shade(stage, 0.8));
  return placed(load.join('') + bridge + hull, x, y, unit(stage, motif));
};
