import { problemTexts } from '../../../src/applications/form/page/form-models.ts';
import { fieldNames, type Values } from '../../../src/applications/rules/fields.ts';
import {
  type FieldCode,
  fileCodes,
  fileProblem,
  type Problem,
} from '../../../src/applications/rules/problems.ts';
import { sampleApplications } from '../../../src/applications/rules/testing/sample-application.ts';
import { catalogue, translate } from '../../../src/i18n/set-up.ts';
import type { ReceiptModel } from '../../../src/site/sections/receipt.tsx';
import type {
  FormFile,
  FormModel,
  ProblemText,
  UnfinishedFile,
} from '../../../views/forms/application-form.model.ts';
import { freshForm } from '../../support/fresh-form.ts';
import { contact, hrefOf } from '../layouts.ts';
import { many } from '../specimen.ts';
import { COMPOUND, type Words } from '../words.ts';

const LIMIT = 100;

export const formOf = (words: Words, changes: Partial<FormModel> = {}): FormModel =>
  freshForm({
    action: hrefOf(words, 'apply'),
    filesAction: hrefOf(words, 'apply/files'),
    privacy: { href: hrefOf(words, 'privacy'), text: words.title },
    ...changes,
  });

export const values = (words: Words): Values => ({
  ...sampleApplications[words.language],
  companyName: words.name,
  companyShortName: words.shortName,
  registrationPlace: words.address,
  contactPerson: words.person,
  industry: words.texts.industrySuggestions[0] ?? '',
  companyDescription: `${words.paragraph}\n\n${words.paragraph}`,
});

export const longValues = (words: Words): Values => ({
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
export const files = (words: Words, count: number): FormFile[] =>
  many(count, (number) => ({
    id: `file-${number}`,
    name:
      [`${words.title} ${number}.pdf`, `تقرير ${number}.docx`, `${number}_${COMPOUND}.pptx`][
        (number - 1) % 3
      ] ?? '',
    size: `${number}.4 MB`,
  }));

export const unfinished = (words: Words, count: number): UnfinishedFile[] =>
  files(words, count).map(({ id, name, size }) => ({
    id,
    name,
    progress: translate(words.language, 'uploadUnfinished', { received: '6.2 MB', size }),
  }));

/** One problem per field. */
const codes: Partial<Record<(typeof fieldNames)[number], FieldCode>> = {
  companyName: 'tooLong',
  establishmentDate: 'inTheFuture',
  contactPhone: 'phone',
  contactEmail: 'email',
  developmentStage: 'stage',
  captcha: 'captcha',
  declareFile: 'noFile',
};

const inWords = ({ language }: Words, problems: Problem[]): ProblemText[] =>
  problemTexts(catalogue.getFixedT(language), problems);

export const everyProblem = (words: Words): ProblemText[] =>
  inWords(
    words,
    fieldNames.map((field) => ({ field, code: codes[field] ?? 'required', limit: LIMIT })),
  );

/** Returns a problem for every reason to reject a file. */
export const refusedFiles = (words: Words): ProblemText[] =>
  inWords(
    words,
    fileCodes.map((code, index) =>
      fileProblem({ code, dimensions: '20000 × 10000' }, files(words, fileCodes.length)[index]?.name ?? ''),
    ),
  );

export const receipt = (words: Words, sent: Values, count: number): ReceiptModel => ({
  reference: 'A-2030-7K4MXQ',
  at: {
    iso: '2030-05-05T09:00:00.000Z',
    text: words.language === 'zh' ? '2030年5月5日 17:00' : '5 May 2030 at 17:00',
  },
  values: sent,
  files: files(words, count),
  fileHref: `${hrefOf(words, 'apply')}/receipt.txt`,
  mailed: translate(words.language, 'receiptMailed', { email: sent.contactEmail }),
  nextSteps: [`<ol><li>${words.sentence}</li><li>${words.longTitle}</li></ol>`],
  contact: contact(words),
  name: words.name,
  formHref: hrefOf(words, 'apply'),
});
