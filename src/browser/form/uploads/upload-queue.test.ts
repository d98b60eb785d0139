import { expect, it } from 'vitest';
import { createUploadQueue, hasRow, type Outcome, type Progress, type Upload } from './upload-queue.ts';

type Sending = {
  name: string;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  end: (outcome: Outcome) => Promise<void>;
};

const file = (name: string, size = 1) => new File(['x'.repeat(size)], name, { lastModified: 1 });

/** Creates a queue with manual sending and a log of its callbacks. */
function setUp() {
  const sendings: Sending[] = [];
  const log: string[] = [];
  const uploads: Upload[] = [];
  const queue = createUploadQueue({
    send: ({ name }, onProgress, signal) =>
      new Promise((resolve) => {
        const end = async (outcome: Outcome) => {
          resolve(outcome);
          await new Promise(setImmediate);
        };
        signal.addEventListener('abort', () => resolve({ state: 'failed' }));
        sendings.push({ name, signal, onProgress, end });
      }),
    refusalOf: ({ size }) => (size > 5 ? 'too big' : ''),
    onChange: (upload) => {
      if (!uploads.includes(upload)) uploads.push(upload);
      log.push(
        `${upload.file.name} ${upload.state}${hasRow(upload) ? ` ${upload.text || upload.percent}` : ''}`,
      );
    },
  });
  const the = (name: string): Upload => {
    const upload = uploads.findLast((one) => one.file.name === name);
    if (!upload) throw new Error(`no upload ${name}`);
    return upload;
  };
  const last = (): Sending => {
    const sending = sendings.at(-1);
    if (!sending) throw new Error('nothing was sent');
    return sending;
  };
  return { queue, sendings, log, the, last, sent: () => sendings.map(({ name }) => name) };
}

it.each(['failed', 'refused', 'deferred'] as const)(
  'replaces a %s file when a file of the same name is picked',
  async (state) => {
    const { queue, the, last, sent } = setUp();
    queue.add([file('a')]);
    await last().end({ state, text: 'an error' });
    const earlier = the('a');
    const changed = file('a', 2);
    queue.add([changed]);
    expect(sent()).toEqual(['a', 'a']);
    expect(the('a')).toBe(earlier);
    expect(earlier.file).toBe(changed);
    await last().end({ state: 'ended' });
    expect(queue.inState('failed', 'waiting', 'running', 'refused', 'deferred')).toEqual([]);
  },
);

it('sends files one by one in order', async () => {
  const { queue, log, last, sent } = setUp();
  queue.add([file('a'), file('b')]);
  expect(sent()).toEqual(['a']);
  last().onProgress({ percent: 40 });
  await last().end({ state: 'ended' });
  await last().end({ state: 'ended' });
  expect(log).toEqual([
    'a waiting 0',
    'b waiting 0',
    'a running 0',
    'a running 40',
    'a ended',
    'b running 0',
    'b ended',
  ]);
  expect(queue.isBusy()).toBe(false);
});

it('ends waiting and running uploads', async () => {
  const { queue, last, sent, sendings, the, log } = setUp();
  queue.add([file('a'), file('b'), file('c')]);
  queue.end(the('b'));
  queue.end(the('a'));
  await new Promise(setImmediate);
  expect(log.slice(-3)).toEqual(['b ended', 'a ended', 'c running 0']);
  expect(sent()).toEqual(['a', 'c']);
  expect([sendings[0]?.signal.aborted, last().signal.aborted]).toEqual([true, false]);
});

it('leaves unsent files to the form when they are deferred', async () => {
  const { queue, last, sent, log } = setUp();
  queue.add([file('a'), file('b')]);
  last().onProgress({ percent: 40, isWaiting: true });
  expect(queue.isStalled()).toBe(true);
  queue.defer();
  await last().end({ state: 'failed', text: 'an error' });
  expect(log.slice(-2)).toEqual(['a deferred 40', 'b deferred 0']);
  expect(sent()).toEqual(['a']);
  expect([queue.isBusy(), queue.isStalled()]).toEqual([false, false]);
});

it('does not start uploads while the queue is paused', async () => {
  const { queue, last, sent } = setUp();
  queue.add([file('a'), file('b')]);
  queue.pause();
  await last().end({ state: 'ended' });
  expect(sent()).toEqual(['a']);
  queue.resume();
  expect(sent()).toEqual(['a', 'b']);
});

it('drops all uploads when the queue is stopped', async () => {
  const { queue, last, log } = setUp();
  queue.add([file('a'), file('b')]);
  queue.stop();
  expect(last().signal.aborted).toBe(true);
  const before = log.length;
  last().onProgress({ percent: 50 });
  await last().end({ state: 'failed', text: 'an error' });
  expect(log).toHaveLength(before);
  expect(queue.isBusy()).toBe(false);
});
