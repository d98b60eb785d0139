import { blockFault } from '../content/home-blocks.ts';
import type { Fault } from '../content/menu-items.ts';
import type { HomeComponent } from './schemas.ts';

/** Blocks that can be shown; why another cannot is added to `faults`. */
export const showable = (blocks: HomeComponent[], faults: Fault[]): HomeComponent[] =>
  blocks.filter((block) => {
    const fault = blockFault(block);
    if (fault) faults.push({ record: block.id, fault });
    return !fault;
  });

/** Stable: records without a time keep their order, after those that have one. */
export const newestFirst = <T>(records: T[], timeOf: (record: T) => string | undefined): T[] =>
  records.sort((a, b) => (timeOf(b) ?? '').localeCompare(timeOf(a) ?? ''));

/** In the order that the editors gave; blocks without a place come last. */
export const bySort = (components: HomeComponent[]): HomeComponent[] =>
  components.sort((a, b) => {
    const [first, second] = [a.sort ?? Number.POSITIVE_INFINITY, b.sort ?? Number.POSITIVE_INFINITY];
    return first === second ? 0 : first - second;
  });
