import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { NOW, placeIn, temporaryFolder, testStore } from '../../store/testing/index.ts';
import { run } from './run-command.ts';
import { send } from './testing/sent.ts';

type Write = (text: string, done: (error?: Error) => void) => void;

/** Runs the command with an output of its own, on a store of two applications. */
async function runWith(args: string[], write: Write) {
  const dataDir = await temporaryFolder();
  const store = await testStore(dataDir);
  for (const now of [NOW, NOW + 1]) await send(store, { now });
  const out = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _encoding, done) => write(chunk.toString(), done),
  });
  out.on('error', () => undefined);
  const messages: string[] = [];
  const report = (message: string) => void messages.push(message);
  return {
    status: await run(args, { place: await placeIn(dataDir), workingDir: '/', out, report }),
    messages,
  };
}

const failing = (code: string) => Object.assign(new Error(`${code}: write`), { code });

describe('the output', () => {
  it.each([['list'], ['export', '--format', 'json'], ['export', '--format', 'csv'], ['--help']])(
    'that takes no more is a quiet end: %s',
    async (...args) => {
      expect(await runWith(args, (_text, done) => done(failing('EPIPE')))).toEqual({
        status: 0,
        messages: [],
      });
    },
  );

  it('that is full is a failure', async () => {
    expect(await runWith(['export', '--format', 'json'], (_text, done) => done(failing('ENOSPC')))).toEqual({
      status: 1,
      messages: ['ENOSPC: write'],
    });
  });

  it('that is slow is waited for: one piece at a time', async () => {
    let waiting = 0;
    let most = 0;
    const pieces: string[] = [];
    const { status } = await runWith(['export', '--format', 'json'], (text, done) => {
      waiting += 1;
      most = Math.max(most, waiting);
      pieces.push(text);
      setTimeout(() => {
        waiting -= 1;
        done();
      }, 5);
    });
    expect({ status, most }).toEqual({ status: 0, most: 1 });
    expect(JSON.parse(pieces.join(''))).toHaveLength(2);
  });
});

describe('a message', () => {
  it('does not steer the terminal', async () => {
    const { status, messages } = await runWith(['show', 'A\u001b[2J\nB'], (_text, done) => done());
    expect({ status, messages }).toEqual({
      status: 1,
      messages: ['no application has the reference number A[2J B'],
    });
  });
});
