import { describe, expect, it } from 'vitest';
import { NOW, testStore } from '../../store/testing/index.ts';
import { show } from './show.ts';
import { send, sha256Of, textOf } from './testing/sent.ts';

const files = [
  { name: '计划书.pdf', content: 'a'.repeat(2048) },
  { name: '计划书.pdf', content: 'b' },
];

describe('one application', () => {
  it('is shown with every field by its label, and its files', async () => {
    const store = await testStore();
    const fields = { companyName: '远山', companyDescription: 'two\nlines', contactPerson: '𠮷野 家' };
    const { reference } = await send(store, { fields, files, now: NOW });
    expect((await textOf(show(store, reference))).split('\n')).toEqual([
      `Reference number            ${reference}`,
      'Submitted                   2026-11-21 12:00 (Asia/Shanghai)',
      'Language                    Chinese',
      'Company name                远山',
      'Short name of the company   远山',
      'Place of registration       Nanjing',
      'Date of establishment       2020-01-02',
      'Contact person              𠮷野 家',
      'Contact telephone           +86 (25) 1234 5678',
      'Contact email               a@b.cn',
      'Industry                    =1+1',
      'Development stage           seed',
      'Description of the company  two',
      '                            lines',
      'Privacy notice              none',
      'Declaration files           计划书.pdf',
      '                              2 KB (2048 bytes), application/pdf, unscanned: there was no virus scan',
      `                              sha256 ${sha256Of('a'.repeat(2048))}`,
      '                            计划书.pdf',
      '                              1 B (1 bytes), application/pdf, unscanned: there was no virus scan',
      `                              sha256 ${sha256Of('b')}`,
      '',
    ]);
  });

  it('is found by its number in small letters, with spaces around', async () => {
    const store = await testStore();
    const { reference } = await send(store, { language: 'en' });
    const text = await textOf(show(store, ` ${reference.toLowerCase()}`));
    expect(text).toContain(reference);
    expect(text).toMatch(/^Language +English$/mu);
  });

  it('that is unknown is said to be', async () => {
    const store = await testStore();
    await expect(textOf(show(store, 'A-2026-222222 '))).rejects.toThrow(
      'no application has the reference number A-2026-222222',
    );
  });

  it('does not steer the terminal', async () => {
    const store = await testStore();
    const { reference } = await send(store, { fields: { companyDescription: 'a\u001b]0;x\u0007\u202Eb' } });
    expect(await textOf(show(store, reference))).toContain('  a]0;xb\n');
  });
});
