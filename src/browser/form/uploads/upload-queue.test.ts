import { expect, it } from 'vitest';
import { createUploadQueue, isOpen, type Outcome, type Progress, type Upload } from './upload-queue.ts';

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
        signal.addEventListener('abort', () => resolve({ state: 'cancelled' }));
        sendings.push({ name, signal, onProgress, end });
      }),
    refusalOf: ({ size }) => (size > 5 ? 'too big' : undefined),
    onChange: (upload) => {
      if (!uploads.includes(upload)) uploads.push(upload);
      log.push(
        `${upload.file.name} ${upload.state}${isOpen(upload) ? ` ${upload.text || upload.percent}` : ''}`,
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

it.each(['failed', 'refused', 'held'] as const)(
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
    await last().end({ state: 'taken' });
    expect(queue.inState('failed', 'waiting', 'running', 'refused', 'held')).toEqual([]);
  },
);

it('sends files one by one in order', async () => {
  const { queue, log, last, sent } = setUp();
  queue.add([file('a'), file('b')]);
  expect(sent()).toEqual(['a']);
  last().onProgress({ percent: 40 });
  await last().end({ state: 'taken' });
  await last().end({ state: 'taken' });
  expect(log).toEqual([
    'a waiting 0',
    'b waiting 0',
    'a running 0',
    'a running 40',
    'a taken',
    'b running 0',
    'b taken',
  ]);
  expect(queue.isBusy()).toBe(false);
});

it('cancels waiting and running uploads', async () => {
  const { queue, last, sent, the, log } = setUp();
  queue.add([file('a'), file('b'), file('c')]);
  queue.cancel(the('b'));
  queue.cancel(the('a'));
  await new Promise(setImmediate);
  expect(log).toContain('b cancelled');
  expect(log).toContain('a cancelled');
  expect(sent()).toEqual(['a', 'c']);
  expect(last().signal.aborted).toBe(false);
});

it('does not start uploads while the queue is paused', async () => {
  const { queue, last, sent } = setUp();
  queue.add([file('a'), file('b')]);
  queue.pause();
  await last().end({ state: 'taken' });
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
