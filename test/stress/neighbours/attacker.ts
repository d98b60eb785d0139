import { replyToParent } from '../../support/child-process.ts';
import { attacks } from './attacks.ts';

/** Runs one attack in a process of its own, so that the neighbour's clock is not disturbed. */
replyToParent(async ({ name, port, durationMs }: { name: string; port: number; durationMs: number }) => {
  await attacks[name]?.({ port, signal: AbortSignal.timeout(durationMs) });
  return 'ended';
});
