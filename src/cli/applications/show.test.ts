import { describe, expect, it } from 'vitest';
import { textFields } from '../../form/rules/fields.ts';
import { texts } from '../../i18n/set-up.ts';
import { NOW, testStore, values } from '../../store/testing/index.ts';
import { show } from './show.ts';
import { send, sha256Of, textOf } from './testing/sent.ts';

const files = [
  { name: '计划书.pdf', content: 'a'.repeat(2048) },
  { name: '计划书.pdf', content: 'b' },
];

describe('applications -- show', () => {
  it('prints every field with its label, and the files', async () => {
    const store = await testStore();
    const fields = { companyName: '远山', companyDescription: 'two\nlines', contactPerson: '𠮷野 家' };
    const shown = { ...values, ...fields };
    const { reference } = await send(store, { fields, files, now: NOW });
    expect(await textOf(show(store, reference))).toBe(
      [
        `Reference number            ${reference}`,
        'Submitted                   2026-11-21 12:00 (Asia/Shanghai)',
        'Language                    Chinese',
        ...textFields.map(
          (name) => `${texts('en')[name].padEnd(28)}${shown[name].replace('\n', `\n${' '.repeat(28)}`)}`,
        ),
        'Privacy notice              none',
        'Declaration files           计划书.pdf',
        '                              2 KB (2048 bytes), application/pdf, unscanned: no virus scanner was set',
        `                              sha256 ${sha256Of('a'.repeat(2048))}`,
        '                            计划书.pdf',
        '                              1 B (1 bytes), application/pdf, unscanned: no virus scanner was set',
        `                              sha256 ${sha256Of('b')}`,
        '',
      ].join('\n'),
    );
  });

  it('finds a reference in lower case with spaces around it', async () => {
    const store = await testStore();
    const { reference } = await send(store, { language: 'en' });
    const text = await textOf(show(store, ` ${reference.toLowerCase()}`));
    expect(text).toContain(reference);
    expect(text).toMatch(/^Language +English$/mu);
  });

  it('fails for an unknown reference', async () => {
    const store = await testStore();
    await expect(textOf(show(store, 'A-2026-222222 '))).rejects.toThrow(
      'no application has the reference number A-2026-222222',
    );
  });

  it('removes control characters', async () => {
    const store = await testStore();
    const { reference } = await send(store, { fields: { companyDescription: 'a\u001b]0;x\u0007\u202Eb' } });
    expect(await textOf(show(store, reference))).toContain('  a]0;xb\n');
  });
});
