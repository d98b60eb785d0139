import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import type { Metrics } from '../../metrics/site-metrics.ts';
import { readyDraft, testStore } from '../store/testing/index.ts';
import { createFileReceiver } from './file-receiver.ts';

it('after a failure of the file store, the later files of a POST are not stored', async () => {
  const store = await testStore();
  const draft = await readyDraft(store);
  const failure = new Error('the bucket does not respond');
  const commit = vi.spyOn(store.fileStore, 'commit').mockRejectedValue(failure);
  const services = {
    store,
    checkers: { check: async () => ({ ok: true as const, type: 'application/pdf' }) },
    virusScan: { scanUpload: async () => 'clean' as const },
    metrics: { uploads: { inc: () => undefined } } as unknown as Metrics,
    quotas: { of: () => [] },
  };
  const client = { ip: undefined, addresses: [], signal: new AbortController().signal, scanWaitMs: 1000 };
  const receiver = createFileReceiver(services, client, async () => draft);
  const names = ['a.pdf', 'b.pdf', 'c.pdf'];
  for (const name of names) await receiver.add(name, Readable.from([Buffer.from(name)]));
  expect(await receiver.finish()).toEqual({
    files: [],
    problems: names.map((file) => ({ field: 'declareFile', code: 'fileNotUploaded', file })),
    failure,
  });
  expect(commit).toHaveBeenCalledOnce();
});
