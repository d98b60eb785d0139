import { describe, expect, it } from 'vitest';
import { createUploadQueue, type Outcome, type Progress, type Upload } from './upload-queue.ts';

type Sending = {
  name: string;
  signal: AbortSignal;
  tell: (progress: Progress) => void;
  isRetry: boolean;
  end: (outcome: Outcome) => Promise<void>;
};

const file = (name: string, size = 1) => new File(['x'.repeat(size)], name, { lastModified: 1 });

/** A queue whose sending is done by hand, and what it tells. */
function setUp() {
  const sendings: Sending[] = [];
  const told: string[] = [];
  const uploads: Upload[] = [];
  const queue = createUploadQueue({
    send: ({ name }, tell, signal, isRetry) =>
      new Promise((resolve) => {
        const end = async (outcome: Outcome) => {
          resolve(outcome);
          await new Promise(setImmediate);
        };
        signal.addEventListener('abort', () => resolve('cancelled'));
        sendings.push({ name, signal, tell, end, isRetry });
      }),
    refusalOf: ({ size }) => (size > 5 ? 'too big' : undefined),
    onChange: (upload) => {
      if (!uploads.includes(upload)) uploads.push(upload);
      told.push(`${upload.file.name} ${upload.state} ${upload.words || upload.percent}`);
    },
    onEnd: (upload, end) => told.push(`${upload.file.name} is ${end}`),
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
  return { queue, sendings, told, the, last, sent: () => sendings.map(({ name }) => name) };
}

describe('the queue', () => {
  it('says which file it sends again, however that came', async () => {
    const { queue, the, last } = setUp();
    queue.add([file('a'), file('b')]);
    expect(last().isRetry).toBe(false);
    await last().end({ failed: 'an error' });
    expect(last().isRetry).toBe(false);
    await last().end({ failed: 'an error' });
    queue.retry(the('a'));
    expect([last().name, last().isRetry]).toEqual(['a', true]);
    await last().end('taken');
    queue.add([file('b')]);
    expect([last().name, last().isRetry]).toEqual(['b', true]);
  });

  it('sends one after another, in their order', async () => {
    const { queue, told, last, sent } = setUp();
    queue.add([file('a'), file('b')]);
    expect(sent()).toEqual(['a']);
    last().tell({ percent: 40 });
    await last().end('taken');
    await last().end('taken');
    expect(told).toEqual([
      'a waiting 0',
      'b waiting 0',
      'a running 0',
      'a running 40',
      'a is taken',
      'b running 0',
      'b is taken',
    ]);
    expect(queue.isBusy()).toBe(false);
  });

  it('goes on after a failure and a refusal, which stay in sight', async () => {
    const { queue, last, sent, the } = setUp();
    queue.add([file('a'), file('b'), file('c')]);
    await last().end({ failed: 'an error' });
    await last().end({ refused: 'a program' });
    expect(sent()).toEqual(['a', 'b', 'c']);
    expect(the('a').state).toBe('failed');
    expect(the('b')).toMatchObject({ state: 'refused', words: 'a program' });
    expect(queue.isBusy()).toBe(true);
  });

  it('does not send what is refused beforehand', () => {
    const { queue, sent, told } = setUp();
    queue.add([file('big', 6), file('a')]);
    expect(sent()).toEqual(['a']);
    expect(told[0]).toBe('big refused too big');
  });

  it('cancels what waits and what runs', async () => {
    const { queue, last, sent, the, told } = setUp();
    queue.add([file('a'), file('b'), file('c')]);
    queue.cancel(the('b'));
    queue.cancel(the('a'));
    await new Promise(setImmediate);
    expect(told).toContain('b is cancelled');
    expect(told).toContain('a is cancelled');
    expect(sent()).toEqual(['a', 'c']);
    expect(last().signal.aborted).toBe(false);
  });

  it('sends again what failed, when asked and when it is picked once more', async () => {
    const { queue, last, sent, the } = setUp();
    queue.add([file('a')]);
    await last().end({ failed: 'an error' });
    queue.retry(the('a'));
    await last().end({ failed: 'an error' });
    queue.add([file('a')]);
    await last().end('taken');
    expect(sent()).toEqual(['a', 'a', 'a']);
    expect(queue.inState('failed', 'waiting', 'running', 'refused')).toEqual([]);
  });

  it('starts nothing while it is paused', async () => {
    const { queue, last, sent } = setUp();
    queue.add([file('a'), file('b')]);
    queue.pause();
    await last().end('taken');
    expect(sent()).toEqual(['a']);
    queue.resume();
    expect(sent()).toEqual(['a', 'b']);
  });

  it('lets all go when it is stopped, and hears no more of it', async () => {
    const { queue, last, told } = setUp();
    queue.add([file('a'), file('b')]);
    queue.stop();
    expect(last().signal.aborted).toBe(true);
    const before = told.length;
    last().tell({ percent: 50 });
    await last().end({ failed: 'an error' });
    expect(told).toHaveLength(before);
    expect(queue.isBusy()).toBe(false);
  });
});
