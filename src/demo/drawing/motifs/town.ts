import { mix } from '../colour.ts';
import type { Draw } from '../motif.ts';
import { spot, unit } from '../motif.ts';
import { between } from '../random.ts';
import type { Stage } from '../stage.ts';
import { shade } from '../stage.ts';
import { box, dot, fill, placed, short } from '../svg.ts';

function block(stage: Stage, left: number, width: number, tall: number, tone: number): string {
  const { palette, random } = stage;
  const face = mix(palette.light, shade(stage, 0.6), tone);
  const side = mix(face, shade(stage, 1), 0.42);
  const panes: string[] = [];
  for (let floor = 16; floor < tall - 12; floor += 19) {
    const lit = random() < 0.3;
    panes.push(
      box(left + 8, -tall + floor, width - 16, 8, lit ? palette.accent : shade(stage, 0.8), lit ? 0.75 : 0.5),
    );
  }
  const turn = fill(
    `M${short(left + width)} ${short(-tall)}l${short(width * 0.24)} 12V6H${short(left + width)}Z`,
    side,
  );
  return (
    turn +
    box(left, -tall, width, tall + 6, face) +
    panes.join('') +
    box(left - 2, -tall - 4, width + 4, 5, side)
  );
}

/** Park buildings among trees. */
export const park: Draw = (stage, ridge, motif) => {
  const { random } = stage;
  const { x, y } = spot(stage, ridge, motif);
  const plan = [
    [-330, 120, 92],
    [-196, 76, 178],
    [-96, 150, 118],
    [84, 64, 214],
    [176, 130, 96],
    [326, 92, 142],
  ];
  const blocks = plan.map(([left = 0, width = 0, tall = 0]) =>
    block(stage, left, width, tall * between(random, 0.9, 1.12), between(random, 0.08, 0.34)),
  );
  const trees = Array.from({ length: 30 }, () => {
    const at = between(random, -410, 480);
    const radius = between(random, 9, 19);
    return dot(
      at,
      between(random, -8, 10),
      radius,
      mix(shade(stage, 0.85), stage.palette.accent, random() * 0.16),
    );
  });
  return placed(blocks.join('') + trees.join(''), x, y, unit(stage, motif));
};

/** A skyline far off in haze. */
export const skyline: Draw = (stage, ridge, motif) => {
  const { width, random } = stage;
  const size = unit(stage, motif);
  const colour = mix(ridge.colour, stage.palette.ridges.at(-1) ?? ridge.colour, 0.42);
  return Array.from({ length: motif.count ?? 46 }, (_, index) => {
    const part = (index + random()) / (motif.count ?? 46);
    const x = ((motif.x ?? 0.5) + (part - 0.5) * 0.62) * width;
    const rise = (1 - Math.abs(part - 0.5) * 1.7) * between(random, 40, 230) * size;
    const wide = between(random, 14, 34) * size;
    const spire =
      random() < 0.14 ? box(x + wide / 2 - 1, ridge.yAt(x) - rise * 1.28, 2.4, rise * 0.3, colour) : '';
    const lights = Array.from({ length: 7 }, () =>
      box(
        x + random() * wide * 0.8,
        ridge.yAt(x) - random() * rise * 0.95,
        4,
        5 * size,
        stage.palette.accent,
        0.85,
      ),
    );
    return (
      box(x, ridge.yAt(x) - rise, wide, rise + 60, mix(colour, shade(stage, 0.4), random() * 0.3)) +
      spire +
      lights.join('')
    );
  }).join('');
};
