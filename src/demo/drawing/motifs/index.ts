import type { Draw } from '../motif.ts';
import * as afloat from './afloat.ts';
import * as buildings from './buildings.ts';
import * as energy from './energy.ts';
import * as fields from './fields.ts';
import * as ground from './ground.ts';
import * as harbour from './harbour.ts';
import * as industry from './industry.ts';
import * as nature from './nature.ts';
import * as town from './town.ts';
import * as trees from './trees.ts';
import * as works from './works.ts';

/** Every motif by its name. */
export const motifs: Record<string, Draw> = {
  ...afloat,
  ...buildings,
  ...energy,
  ...fields,
  ...ground,
  ...harbour,
  ...industry,
  ...nature,
  ...town,
  ...trees,
  ...works,
};
