import { between } from './random.ts';
import type { Stage } from './stage.ts';
import { falling, glowing } from './stage.ts';
import { box, dot, fill, short } from './svg.ts';

export interface Disc {
  /** Shares of the width and the height. */
  x: number;
  y: number;
  /** A share of the height. */
  radius: number;
}

/** The sky down to the horizon. */
export function drawSky(stage: Stage, horizon: number): string {
  const { sky } = stage.palette;
  const list = sky.map((colour, index) => [index / (sky.length - 1), colour] as const);
  return box(0, 0, stage.width, stage.height, falling(stage, 0, horizon, list));
}

/** The sun or the moon with its halo. */
export function drawDisc(stage: Stage, disc: Disc): string {
  const { width, height, palette } = stage;
  const [x, y, radius] = [disc.x * width, disc.y * height, disc.radius * height];
  const halo = glowing(stage, [
    [0, palette.disc, palette.halo],
    [0.2, palette.disc, palette.halo * 0.6],
    [0.45, palette.disc, palette.halo * 0.2],
    [0.7, palette.disc, palette.halo * 0.05],
    [1, palette.disc, 0],
  ]);
  return dot(x, y, radius * 5, halo) + dot(x, y, radius, palette.disc, 0.96);
}

/** Long soft bands, as cloud in the sky or mist between the ridges. */
export function drawMist(stage: Stage, y: number, spread: number, count: number, strength: number): string {
  const paint = glowing(stage, [
    [0, stage.palette.mist, strength],
    [0.55, stage.palette.mist, strength * 0.45],
    [1, stage.palette.mist, 0],
  ]);
  return Array.from({ length: count }, () => {
    const cx = between(stage.random, -0.1, 1.1) * stage.width;
    const cy = y + between(stage.random, -1, 1) * spread;
    const rx = between(stage.random, 0.22, 0.5) * stage.width;
    const ry = between(stage.random, 0.018, 0.05) * stage.height;
    return `<ellipse cx="${short(cx)}" cy="${short(cy)}" rx="${short(rx)}" ry="${short(ry)}" fill="${paint}"/>`;
  }).join('');
}

/** Thin, drawn-out clouds. */
export function drawClouds(stage: Stage, y: number, count: number): string {
  const { width, height, random, palette } = stage;
  return Array.from({ length: count }, () => {
    const length = between(random, 0.1, 0.34) * width;
    const left = between(random, -0.1, 1) * width;
    const at = y + between(random, -0.09, 0.09) * height;
    const thick = between(random, 0.004, 0.011) * height;
    const upper = `Q${short(left + length * 0.4)} ${short(at - thick * 2)} ${short(left + length)} ${short(at)}`;
    const lower = `Q${short(left + length * 0.6)} ${short(at + thick)} ${short(left)} ${short(at)}`;
    return fill(`M${short(left)} ${short(at)}${upper}${lower}Z`, palette.mist, between(random, 0.25, 0.6));
  }).join('');
}

/** Stars, fewer towards the horizon. */
export function drawStars(stage: Stage, horizon: number): string {
  const { width, random, palette } = stage;
  return Array.from({ length: 190 }, () => {
    const y = random() * random() * horizon;
    const size = between(random, 0.6, 1.8);
    return dot(random() * width, y, size, palette.disc, between(random, 0.2, 0.9));
  }).join('');
}
