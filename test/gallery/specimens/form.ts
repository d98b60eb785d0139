import { formatProblems } from '../../../src/applications/form/page/form-page.ts';
import { fieldNames, type Values } from '../../../src/applications/rules/fields.ts';
import {
  type FieldCode,
  fileCodes,
  fileProblem,
  type Problem,
} from '../../../src/applications/rules/problems.ts';
import { sampleApplications } from '../../../src/applications/rules/testing/sample-application.ts';
import { catalogue, translate } from '../../../src/i18n/set-up.ts';
import type { Page } from '../../../src/site/layout/render.tsx';
import type { ApplicationContent } from '../../../src/site/sections/application.tsx';
import type { FormFile, FormModel, ProblemText } from '../../../views/forms/application-form.model.ts';
import { freshForm } from '../../support/fresh-form.ts';
import { menuPageOf } from '../build-page.ts';
import { contact, hrefOf } from '../layouts.ts';
import { type Area, many } from '../specimen.ts';
import { COMPOUND, type Words } from '../words.ts';
import { NUMBER } from './pages.ts';

const values = (words: Words): Values => ({
  ...sampleApplications[words.language],
  companyDescription: `${words.paragraph}\n\n${words.paragraph}`,
});

const longValues = (words: Words): Values => ({
  ...values(words),
  companyName: words.unbroken,
  companyShortName: COMPOUND,
  registrationPlace: words.longTitle,
  contactPerson: COMPOUND,
  contactEmail: `${COMPOUND.toLowerCase()}@example.com`,
  industry: words.longTitle,
  companyDescription: `${words.unbroken}\n${COMPOUND.repeat(8)}`,
});

/** Builds files with names in several scripts and directions. Every third name is unbreakable. */
const files = (words: Words, count: number): FormFile[] =>
  many(count, (number) => {
    const names = [`${words.title} ${number}.pdf`, `تقرير ${number}.docx`, `${number}_${COMPOUND}.pptx`];
    return { id: `file-${number}`, name: names[(number - 1) % 3] ?? '', size: `${number}.4 MB` };
  });

/** One problem per field. */
const codes: Partial<Record<(typeof fieldNames)[number], FieldCode>> = {
  companyName: 'tooLong',
  establishmentDate: 'inTheFuture',
  contactPhone: 'phone',
  contactEmail: 'email',
  developmentStage: 'choice',
  captcha: 'captcha',
  declareFile: 'noFile',
};

const inWords = ({ language }: Words, problems: Problem[]): ProblemText[] =>
  formatProblems(catalogue.getFixedT(language), problems);
const everyProblem = (words: Words): ProblemText[] =>
  inWords(
    words,
    fieldNames.map((field) => ({ field, code: codes[field] ?? 'required', limit: 100 })),
  );

/** Returns a problem for every reason to reject a file. */
const refusedFiles = (words: Words): ProblemText[] =>
  inWords(
    words,
    fileCodes.map((code, index) =>
      fileProblem({ code, dimensions: '20000 × 10000' }, files(words, fileCodes.length)[index]?.name ?? ''),
    ),
  );

const page = (words: Words, shown: Partial<ApplicationContent>): Page =>
  menuPageOf(
    words,
    [{ content: { kind: 'application', open: true, name: words.name, contact: contact(words), ...shown } }],
    { title: words.texts.submitApplication },
    { script: shown.form || shown.closed ? 'form' : undefined },
  );

const form = (words: Words, changes: Partial<FormModel>, shown: Partial<ApplicationContent> = {}): Page => {
  const privacy = { href: hrefOf(words, 'privacy'), text: words.title };
  const action = hrefOf(words, 'apply');
  return page(words, {
    form: freshForm({ action, privacy, ...changes }),
    ...shown,
  });
};

function receipt(words: Words, sent: Values, count: number): Page {
  const model = {
    reference: 'A-2030-7K4MXQ',
    at: { iso: '2030-05-05T09:00:00.000Z', text: '2030-05-05 17:00' },
    values: sent,
    files: files(words, count),
    fileHref: `${hrefOf(words, 'apply')}/receipt.txt`,
    mailed: translate(words.language, 'receiptMailed', { email: sent.contactEmail }),
    nextSteps: [`<ol><li>${words.sentence}</li><li>${words.longTitle}</li></ol>`],
    contact: contact(words),
    name: words.name,
    formHref: hrefOf(words, 'apply'),
  };
  const title = words.texts.submissionSuccessful;
  return menuPageOf(words, [{ content: { kind: 'receipt', receipt: model } }], { title });
}

export const formArea: Area = {
  area: 'form',
  states: {
    fresh: (words) => form(words, {}, { title: words.title, description: words.sentence }),
    'filled in': (words) =>
      form(words, { values: values(words), files: files(words, 3), captcha: { isSolved: true } }),
    'all problems': (words) =>
      form(words, {
        values: { ...longValues(words), establishmentDate: '2031/13/45' },
        problems: everyProblem(words),
        captcha: { isSolved: false, sealed: 'a-sealed-code', typed: '123' },
      }),
    'unfinished files': (words) => {
      const progress = translate(words.language, 'uploadUnfinished', { received: '6.2 MB', size: '9 MB' });
      const unfinished = files(words, 3).map(({ id, name }) => ({ id, name, progress }));
      return form(words, { files: files(words, 1), unfinished });
    },
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
    'long words': (words) =>
      form(
        words,
        { values: longValues(words), files: files(words, 3) },
        { title: words.unbroken, description: words.longTitle },
      ),
    closed: (words) => {
      const kept = translate(words.language, 'closedKept', { day: '2030-05-12' });
      const description = words.unbroken.repeat(12);
      return page(words, { closed: { kept }, open: false, title: words.unbroken, description });
    },
    receipt: (words) => receipt(words, longValues(words), 10),
  },
};
