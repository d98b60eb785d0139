import { readFileSync } from 'node:fs';
import type { CheckTask } from '../check-file.ts';

const allocated: unknown[] = [];

/** Simulated library failures by file name. */
const behaviours: Record<string, () => void> = {
  'endless.pdf': () => {
    for (;;) allocated.length = 0;
  },
  'list.pdf': () => {
    for (;;) allocated.push(allocated.length);
  },
  'abort.pdf': () => process.abort(),
};

process.on('message', ({ name }: CheckTask) => {
  behaviours[name]?.();
  const type = name === 'environment.pdf' ? readFileSync('/proc/self/environ', 'utf8') : 'application/pdf';
  process.send?.({ ok: true, type });
});
process.send?.('ready');
