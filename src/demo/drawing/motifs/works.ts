import { mix } from '../colour.ts';
import type { Draw } from '../motif.ts';
import { spot, unit } from '../motif.ts';
import { shade } from '../stage.ts';
import { box, dot, fill, placed, short, stroke, trace } from '../svg.ts';

/** A stone arch bridge. */
export const archBridge: Draw = (stage, ridge, motif) => {
  const { palette } = stage;
  const { x, y } = spot(stage, ridge, motif);
  const stone = mix(shade(stage, 0.6), palette.light, 0.5);
  const deck = 'M-560 6C-380-40-200-150 0-156C200-150 380-40 560 6V60H';
  const arch = (at: number, half: number, rise: number): string =>
    `M${at - half} 60V${20 - rise * 0.1}C${at - half} ${-rise * 0.78} ${at - half * 0.6} ${-rise} ${at} ${-rise}S${at + half} ${-rise * 0.78} ${at + half} ${20 - rise * 0.1}V60Z`;
  const body = `<path fill-rule="evenodd" fill="${stone}" d="${deck}-560Z${arch(0, 150, 112)}${arch(-262, 84, 46)}${arch(262, 84, 46)}"/>`;
  const rail = stroke(
    'M-560-8C-380-58-200-170 0-176C200-170 380-58 560-8',
    mix(stone, palette.light, 0.55),
    7,
  );
  const posts = Array.from({ length: 13 }, (_, index) => {
    const [past, left] = [(index + 1) / 13.5, 1 - (index + 1) / 13.5];
    const x = -560 * left ** 3 - 1140 * left * left * past - 600 * left * past * past;
    const top = -8 * left ** 3 - 174 * left * left * past - 510 * left * past * past - 176 * past ** 3;
    return `M${short(x)} ${short(top)}v20M${short(-x)} ${short(top)}v20`;
  });
  const rims = [
    [0, 150, 112],
    [-262, 84, 46],
    [262, 84, 46],
  ].map(([at = 0, half = 0, rise = 0]) =>
    stroke(
      `M${at - half} ${20 - rise * 0.1}C${at - half} ${short(-rise * 0.78)} ${short(at - half * 0.6)} ${-rise} ${at} ${-rise}S${at + half} ${short(-rise * 0.78)} ${at + half} ${20 - rise * 0.1}`,
      mix(stone, shade(stage, 1), 0.5),
      6,
      0.8,
    ),
  );
  const banks = fill('M-860 66C-760 30-660-6-548-2V66ZM860 66C760 30 660-6 548-2V66Z', shade(stage, 0.82));
  return placed(
    body + banks + rims.join('') + stroke(posts.join(''), mix(stone, palette.light, 0.4), 4) + rail,
    x,
    y,
    unit(stage, motif),
  );
};

/** A long viaduct across the mist. */
export const viaduct: Draw = (stage, _ridge, motif) => {
  const { width, height } = stage;
  const y = (motif.y ?? 0.6) * height;
  const size = unit(stage, motif);
  const colour = mix(shade(stage, 0.66), stage.palette.light, 0.18);
  const piers = Array.from({ length: Math.ceil(width / (118 * size)) + 1 }, (_, index) => {
    const x = index * 118 * size;
    return fill(
      trace(
        [
          [x - 8 * size, y],
          [x + 8 * size, y],
          [x + 13 * size, y + height * 0.3],
          [x - 13 * size, y + height * 0.3],
        ],
        true,
      ),
      colour,
    );
  });
  const train =
    box(width * 0.3, y - 26 * size, 420 * size, 15 * size, stage.palette.light) +
    box(width * 0.3, y - 21 * size, 420 * size, 4 * size, stage.palette.accent);
  return piers.join('') + train + box(0, y - 11 * size, width, 15 * size, colour);
};

/** A pavilion with lifted eaves. */
export const pavilion: Draw = (stage, ridge, motif) => {
  const dark = shade(stage, 1);
  const { x, y } = spot(stage, ridge, motif);
  const roof = (low: number, half: number, rise: number): string =>
    `M${-half} ${low - 8}C${short(-half * 0.7)} ${low - 4} ${short(-half * 0.35)} ${short(low - rise * 0.5)} 0 ${low - rise}C${short(half * 0.35)} ${short(low - rise * 0.5)} ${short(half * 0.7)} ${low - 4} ${half} ${low - 8}L${short(half * 0.8)} ${low + 4}H${short(-half * 0.8)}Z`;
  const mound = fill('M-230 60C-150 12-110 6-70 6H70C110 6 150 14 230 60Z', mix(ridge.colour, dark, 0.35));
  const posts = [-52, -22, 18, 48].map((left) => box(left, -70, 5, 74, dark));
  const light = box(-48, -68, 96, 66, stage.palette.accent, 0.35);
  return placed(
    mound +
      light +
      posts.join('') +
      fill(roof(-70, 92, 54) + roof(-112, 58, 46), dark) +
      box(-3, -178, 6, 24, dark) +
      dot(0, -178, 5, stage.palette.accent) +
      box(-70, 0, 140, 16, dark),
    x,
    y,
    unit(stage, motif),
  );
};
