import { mix } from './colour.ts';
import type { Form, Shape } from './profile.ts';
import { createProfile } from './profile.ts';
import { between, createNoise } from './random.ts';
import type { Stage } from './stage.ts';
import { falling, shade } from './stage.ts';
import type { Point } from './svg.ts';
import { fill, trace } from './svg.ts';

/** One ridge where it stands in the picture. */
export interface Ridge {
  crest: Point[];
  /** 0 is the horizon, 1 the foreground. */
  depth: number;
  colour: string;
  /** Where its foot lies in mist. */
  foot: number;
  yAt: (x: number) => number;
}

export interface RidgePlan {
  form: Form;
  shape: Shape;
  centre: number;
  /** The height its outline rises from, and how far, in pixels. */
  base: number;
  relief: number;
  depth: number;
}

/** Lays a ridge across the picture. */
export function createRidge(stage: Stage, plan: RidgePlan): Ridge {
  const profile = createProfile(stage.random, plan.form, plan.shape, plan.centre);
  const step = stage.width / 320;
  const yAt = (x: number): number => plan.base - profile(x / stage.width) * plan.relief;
  const crest = Array.from({ length: 325 }, (_, index): Point => {
    const x = (index - 2) * step;
    return [x, yAt(x)];
  });
  return { crest, depth: plan.depth, colour: shade(stage, plan.depth), foot: plan.base, yAt };
}

function top(ridge: Ridge): number {
  return Math.min(...ridge.crest.map(([, y]) => y));
}

/** The body of a ridge: full colour at the crest, paling into the mist at its foot. */
export function drawRidge(stage: Stage, ridge: Ridge): string {
  const { palette, height, width } = stage;
  const pale = mix(ridge.colour, palette.mist, 0.62 - ridge.depth * 0.5);
  const low = Math.max(ridge.foot, top(ridge) + height * 0.12) + height * 0.1;
  const paint = falling(stage, top(ridge), low, [
    [0, ridge.colour],
    [0.35, mix(ridge.colour, pale, 0.25)],
    [1, pale],
  ]);
  return fill(`${trace(ridge.crest)}L${width + 20} ${height}L-20 ${height}Z`, paint);
}

function isPeak(crest: readonly Point[], index: number): boolean {
  const here = crest[index]?.[1] ?? 0;
  for (let away = 1; away <= 5; away += 1) {
    if ((crest[index - away]?.[1] ?? 1e9) < here || (crest[index + away]?.[1] ?? 1e9) < here) {
      return false;
    }
  }
  return true;
}

function spur(stage: Stage, crest: readonly Point[], peak: number, foot: number): Point[] {
  let last = peak + 1;
  const start = crest[peak]?.[1] ?? 0;
  while (last < crest.length - 1 && last - peak < 46 && (crest[last]?.[1] ?? 0) < foot) {
    if ((crest[last + 4]?.[1] ?? 1e9) < (crest[last]?.[1] ?? 0) - 6) {
      break;
    }
    last += 1;
  }
  const side = crest.slice(peak, last);
  const back: Point[] = [];
  let [x, y] = crest[peak] ?? [0, 0];
  const fall = (foot - start) * between(stage.random, 0.7, 1);
  while (y < start + fall) {
    back.push([x, y]);
    y += between(stage.random, 6, 20);
    x += between(stage.random, -9, 15);
  }
  return [...side, [x + 24, start + fall], ...back.reverse()];
}

/** The shadow side of every peak. */
export function drawSpurs(stage: Stage, ridge: Ridge, strength: number): string {
  const { height, palette } = stage;
  const dark = mix(ridge.colour, palette.ridges.at(-1) ?? '#000000', 0.75);
  const foot = ridge.foot + height * 0.06;
  const paint = falling(stage, top(ridge), foot, [
    [0, dark, strength],
    [0.5, dark, strength * 0.55],
    [1, dark, 0],
  ]);
  return ridge.crest
    .map((_, index) =>
      isPeak(ridge.crest, index) ? fill(trace(spur(stage, ridge.crest, index, foot), true), paint) : '',
    )
    .join('');
}

/** Snow lying on everything above a height. */
export function drawSnow(stage: Stage, ridge: Ridge, line: number): string {
  const [broad, fine] = [createNoise(stage.random), createNoise(stage.random)];
  const under = ridge.crest.map(([x, y], index): Point => {
    const ragged = 0.42 + broad(index / 7) * 0.3 + fine(index / 2.3) * 0.16;
    return [x, y + Math.max(0, line - y) * Math.max(0.04, ragged)];
  });
  const paint = falling(stage, top(ridge), line, [
    [0, stage.palette.light, 0.95],
    [1, stage.palette.light, 0.35],
  ]);
  return fill(trace([...ridge.crest, ...under.reverse()], true), paint);
}
