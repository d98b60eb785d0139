import { assetHosts } from './doors/asset-hosts.ts';
import { attackFileChecks } from './doors/file-checks.ts';
import { looking } from './doors/looking.ts';

/** Result of an attack: one sentence per fault, and figures. */
export type DoorReport = { faults: string[]; [figure: string]: unknown };

/** Attacks that once succeeded, made again as they were made then; `seed` decides what is random in them. */
export const doors: Record<string, (seed: number) => Promise<DoorReport>> = {
  assetHosts,
  'file checks': attackFileChecks,
  looking,
};
