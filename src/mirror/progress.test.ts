import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createProgress, lineOf } from './progress.ts';

it('shows pages, files and, after enough work, the time left', () => {
  expect(lineOf({ pages: 10, files: 5, left: 100 }, 1000)).toBe('10 pages, 5 files, 100 known to be left');
  expect(lineOf({ pages: 1500, files: 500, left: 2000 }, 60_000)).toBe(
    '1,500 pages, 500 files, 2,000 known to be left, about 60 s',
  );
  expect(lineOf({ pages: 100, files: 0, left: 1000 }, 60_000)).toContain('about 10 min');
});

function outOf(isTTY: boolean) {
  const said: string[] = [];
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      said.push(chunk.toString());
      done();
    },
  });
  return { said, out: Object.assign(out, { isTTY }) };
}

it('writes progress to a terminal at intervals and nothing to a pipe', () => {
  let now = 1000;
  const [terminal, pipe] = [outOf(true), outOf(false)];
  const progresses = [terminal, pipe].map(({ out }) => createProgress(out, () => now));
  for (const at of [1000, 1050, 1100, 1300]) {
    now = at;
    for (const { show } of progresses) show({ pages: at, files: 0, left: 1 });
  }
  for (const { end } of progresses) end();
  expect(terminal.said.length).toBe(3);
  expect(pipe.said).toEqual([]);
});
