import type { Ridge } from './ridge.ts';
import type { Stage } from './stage.ts';

/** Something to set into the landscape. */
export interface Motif {
  kind: string;
  /** The ridge it belongs to, counted from the farthest. */
  on: number;
  /** Whether the ridge hides its foot. */
  behind?: boolean;
  /** A share of the width. */
  x?: number;
  /** A share of the height, for what does not stand on the ridge. */
  y?: number;
  size?: number;
  count?: number;
}

/** Draws one motif on its ridge. */
export type Draw = (stage: Stage, ridge: Ridge, motif: Motif) => string;

/** How large one drawing unit is: a thousandth of the picture's height. */
export function unit(stage: Stage, motif: Motif): number {
  return (stage.height / 1000) * (motif.size ?? 1);
}

/** Where a motif stands: on the crest, or at its own height. */
export function spot(stage: Stage, ridge: Ridge, motif: Motif): { x: number; y: number } {
  const x = (motif.x ?? 0.5) * stage.width;
  return { x, y: motif.y === undefined ? ridge.yAt(x) : motif.y * stage.height };
}
