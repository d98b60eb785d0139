import type { Scene } from '../compose.ts';
import { firstCovers } from './covers-first.ts';
import { secondCovers } from './covers-second.ts';
import { thirdCovers } from './covers-third.ts';
import { directions } from './directions.ts';
import { figures } from './figures.ts';
import { moments } from './moments.ts';
import { products } from './products.ts';
import { wides } from './wides.ts';

/** Every landscape by the name of its picture. */
export const scenes: Record<string, Scene> = {
  ...firstCovers,
  ...secondCovers,
  ...thirdCovers,
  ...directions,
  ...figures,
  ...moments,
  ...products,
  ...wides,
};
