import { along } from './colour.ts';
import type { Palette, PaletteName } from './palettes.ts';
import { palettes } from './palettes.ts';
import type { Random } from './random.ts';
import { createRandom } from './random.ts';
import { short, stops } from './svg.ts';

type Stops = Parameters<typeof stops>[0];

/** What every part of one picture shares. */
export interface Stage {
  width: number;
  height: number;
  palette: Palette;
  random: Random;
  /** The gradients made so far. */
  defs: string[];
}

/** A fresh stage: the name seeds its chance. */
export function createStage(name: string, width: number, height: number, palette: PaletteName): Stage {
  return { width, height, palette: palettes[palette], random: createRandom(name), defs: [] };
}

/** The colour of something at a depth: 0 is the horizon, 1 the foreground. */
export function shade(stage: Stage, depth: number): string {
  return along(stage.palette.ridges, depth);
}

/** A fill that changes from one height to another. */
export function falling(stage: Stage, top: number, bottom: number, list: Stops): string {
  const id = `g${stage.defs.length}`;
  const span = `x1="0" x2="0" y1="${short(top)}" y2="${short(bottom)}"`;
  stage.defs.push(
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${span}>${stops(list)}</linearGradient>`,
  );
  return `url(#${id})`;
}

/** A fill that changes from the middle of its shape outwards. */
export function glowing(stage: Stage, list: Stops): string {
  const id = `g${stage.defs.length}`;
  stage.defs.push(`<radialGradient id="${id}">${stops(list)}</radialGradient>`);
  return `url(#${id})`;
}

/** The whole picture with its gradients. */
export function framed(stage: Stage, content: string): string {
  return `<defs>${stage.defs.join('')}</defs>${content}`;
}
