import { translate } from '../../../src/i18n/set-up.ts';
import type { Page } from '../../../src/site/layout/page.ts';
import type { ApplicationContent } from '../../../src/site/sections/application.tsx';
import { menuPageOf } from '../build-page.ts';
import { contact } from '../layouts.ts';
import type { Area } from '../specimen.ts';
import type { Words } from '../words.ts';
import {
  everyProblem,
  files,
  formOf,
  longValues,
  receipt,
  refusedFiles,
  unfinished,
  values,
} from './form-models.ts';
import { NUMBER } from './pages.ts';

const page = (words: Words, shown: Partial<ApplicationContent>): Page =>
  menuPageOf(
    words,
    [{ content: { kind: 'application', open: true, name: words.name, contact: contact(words), ...shown } }],
    { title: words.texts.submitApplication },
    { script: shown.form || shown.closed ? 'form' : undefined },
  );

const form = (
  words: Words,
  changes: Parameters<typeof formOf>[1] = {},
  shown: Partial<ApplicationContent> = {},
): Page => page(words, { form: formOf(words, changes), ...shown });

const kept = ({ language }: Words): string => translate(language, 'closedKept', { day: '2030-05-12' });

const sent = (words: Words, all: typeof values, count: number): Page =>
  menuPageOf(words, [{ content: { kind: 'receipt', receipt: receipt(words, all(words), count) } }], {
    title: words.texts.submissionSuccessful,
  });

export const formArea: Area = {
  area: 'form',
  states: {
    fresh: (words) => form(words, {}, { title: words.title, description: words.sentence }),
    'fresh, nothing around': (words) => form(words, {}, { contact: undefined }),
    'filled in': (words) =>
      form(words, { values: values(words), files: files(words, 3), captcha: { isSolved: true } }),
    'all problems': (words) =>
      form(words, {
        values: { ...longValues(words), establishmentDate: '2031/13/45' },
        problems: everyProblem(words),
        captcha: { isSolved: false, sealed: 'a-sealed-code', typed: '123' },
      }),
    'unfinished files': (words) =>
      form(words, { values: values(words), files: files(words, 1), unfinished: unfinished(words, 3) }),
    'refused files': (words) => form(words, { problems: refusedFiles(words), files: files(words, 10) }),
    'submission failed': (words) =>
      form(words, {
        values: values(words),
        alert: {
          heading: words.texts.submissionFailed,
          text: words.texts.submissionFailedText,
          quote: translate(words.language, 'quoteNumber', { number: NUMBER }),
        },
      }),
    'a notice': (words) => form(words, { notice: words.texts.newCodeReady, values: longValues(words) }),
    'long words': (words) =>
      form(
        words,
        { values: longValues(words), files: files(words, 3) },
        { title: words.unbroken, description: words.longTitle },
      ),
    closed: (words) => page(words, { closed: {}, open: false }),
    'closed, with words, kept': (words) =>
      page(words, {
        closed: { kept: kept(words) },
        open: false,
        title: words.longTitle,
        description: words.paragraph,
      }),
    'closed, long words': (words) =>
      page(words, {
        closed: { kept: kept(words) },
        open: false,
        title: words.unbroken,
        description: words.unbroken.repeat(12),
      }),
    'open, form elsewhere': (words) => page(words, { title: words.title, description: words.sentence }),
    'closed, form elsewhere': (words) =>
      page(words, { open: false, title: words.title, description: words.sentence }),
    receipt: (words) => sent(words, values, 3),
    'receipt, long words': (words) => sent(words, longValues, 10),
  },
};
