import { describe, expect, it } from 'vitest';
import { textFields } from '../../form/rules/fields.ts';
import { NOW, testStore, values } from '../../store/testing/index.ts';
import { exportApplications } from './export.ts';
import { NOTHING_TO_SAY, send, sha256Of, textOf } from './testing/sent.ts';

const exported = async (store: Awaited<ReturnType<typeof testStore>>, since?: number): Promise<unknown> =>
  JSON.parse(await textOf(exportApplications(store, { format: 'json', since }, NOTHING_TO_SAY)));

describe('the export as JSON', () => {
  it('of no applications is an empty array', async () => {
    expect(await exported(await testStore())).toEqual([]);
  });

  it('has every field as it is stored, in the order of the form', async () => {
    const store = await testStore();
    const files = [
      { name: '计划书.pdf', content: 'abc' },
      { name: '🚀.pdf', content: '四' },
    ];
    const { reference } = await send(store, { files });
    const all = (await exported(store)) as Record<string, unknown>[];
    const file = { type: 'application/pdf', scan: 'unscanned' };
    expect(all).toEqual([
      {
        reference,
        language: 'zh',
        submittedAt: '2026-11-21T12:00:00.000+08:00',
        ...values,
        privacyNotice: null,
        files: [
          { ...file, name: '计划书.pdf', bytes: 3, sha256: sha256Of('abc') },
          { ...file, name: '🚀.pdf', bytes: 3, sha256: sha256Of('四') },
        ],
      },
    ]);
    expect(Object.keys(all[0] ?? {})).toEqual([
      'reference',
      'language',
      'submittedAt',
      ...textFields,
      'privacyNotice',
      'files',
    ]);
  });

  it('is one array of many, oldest first, also since a moment', async () => {
    const store = await testStore();
    const sent: string[] = [];
    for (const index of [0, 1, 2]) sent.push((await send(store, { now: NOW + index })).reference);
    expect(await exported(store)).toMatchObject(sent.map((reference) => ({ reference })));
    expect(await exported(store, NOW + 1)).toMatchObject(sent.slice(1).map((reference) => ({ reference })));
    expect(await exported(store, NOW + 3)).toEqual([]);
  });

  it('comes piece by piece, an application each', async () => {
    const store = await testStore();
    for (const now of [NOW, NOW + 1]) await send(store, { now });
    const pieces: string[] = [];
    for await (const piece of exportApplications(store, { format: 'json' }, NOTHING_TO_SAY))
      pieces.push(piece);
    expect(pieces).toHaveLength(3);
    expect(pieces.join('').split('\n')).toHaveLength(5);
  });
});
