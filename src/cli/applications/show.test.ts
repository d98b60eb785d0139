import { text as textOf } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { textFields } from '../../form/rules/fields.ts';
import { texts } from '../../i18n/set-up.ts';
import { sha256Of, testStore, values } from '../../store/testing/index.ts';
import { show } from './show.ts';
import { send } from './testing/sent.ts';

it('prints every field of an application with its label, and the files', async () => {
  const store = await testStore();
  const files = ['a'.repeat(2048), 'b'].map((content) => ({ name: '计划书.pdf', content }));
  const fields = { companyName: '远\u001b]0;x\u0007\u202E山', companyDescription: 'two\nlines' };
  const shown = { ...values, ...fields, companyName: '远]0;x山' };
  const { reference } = await send(store, { fields, files });
  expect(await textOf(show(store, ` ${reference.toLowerCase()}`))).toBe(
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

it('shows no application with an unknown reference', async () => {
  const store = await testStore();
  await expect(textOf(show(store, 'A-2026-222222 '))).rejects.toThrow(
    'no application has the reference number A-2026-222222',
  );
});
