import { readFileSync } from 'node:fs';
import type { CheckTask } from '../check-file.ts';

const allocated: unknown[] = [];

/** Simulated library failures by the content of a file. */
const behaviours: Record<string, () => void> = {
  endless: () => {
    for (;;) allocated.length = 0;
  },
  list: () => {
    for (;;) allocated.push(allocated.length);
  },
  abort: () => process.abort(),
};

process.on('message', ({ path }: CheckTask) => {
  const content = readFileSync(path, 'latin1');
  behaviours[content]?.();
  const type = content === 'environment' ? readFileSync('/proc/self/environ', 'utf8') : 'application/pdf';
  process.send?.({ ok: true, type });
});
process.send?.('ready');
