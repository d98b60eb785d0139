import { readFileSync } from 'node:fs';
import type { CheckTask } from '../check-file.ts';

const taken: unknown[] = [];

/** What a library might do with a file, by the name of the file. */
const deeds: Record<string, () => void> = {
  'endless.pdf': () => {
    for (;;) taken.length = 0;
  },
  'list.pdf': () => {
    for (;;) taken.push(taken.length);
  },
  'buffers.pdf': () => {
    for (;;) taken.push(Buffer.alloc(10_000_000, 1));
  },
  'text.pdf': () => {
    for (let text = 'ab'; ; text += text) taken.push(Buffer.from(text));
  },
  'abort.pdf': () => process.abort(),
};

process.on('message', ({ name }: CheckTask) => {
  deeds[name]?.();
  const type = name === 'environment.pdf' ? readFileSync('/proc/self/environ', 'utf8') : 'application/pdf';
  process.send?.({ ok: true, type });
});
process.send?.('ready');
