import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Intake } from '../../../content/backend/schemas.ts';
import { failures } from '../../../lib/failures.ts';
import { sampleApplications } from '../../rules/testing/sample-application.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { StoredFile } from '../../store/drafts/draft-files.ts';
import type { Draft } from '../../store/drafts/drafts.ts';
import { intendedFileIds, judge, judgeRefused, judgeSaved, judgeUnsaved } from './judge.ts';
import { type Outcome, type OutcomeRow, outcomes } from './outcomes.ts';
import type { FormInput, Found, Refused, Saved, Unsaved, UpdatedDraft } from './submission.ts';

const REFERENCE = 'P-1';
const values = sampleApplications.en;
const file = { id: 'f1', name: 'plan.pdf', sha256: 'aa' };
const other = { id: 'f2', name: 'other.pdf', sha256: 'bb' };
const draft = { id: 'd1', submitKey: 'k', fields: '{}', captchaSolvedAt: 1 } as Draft;
const unsolved = { ...draft, captchaSolvedAt: null };
const open: Intake = { enabled: true, nextSteps: undefined };
const closed: Intake = { enabled: false, nextSteps: undefined };
const backendError = new Error('the backend is away');
const storeError = new Error('the store is away');
const application = { reference: REFERENCE, fields: values, files: [file] } as unknown as SentApplication;
const otherApplication = { ...application, fields: { ...values, companyName: 'Other Ltd' } };

const none: Found = { lookup: 'none' };
const otherSession: Found = { lookup: 'otherSession' };
const sentWith = (found: SentApplication): Found => ({
  lookup: 'sent',
  sent: { reference: REFERENCE, application: found },
});
const sent = sentWith(application);

type InputChanges = Partial<FormInput>;

const received = (changes: InputChanges) => ({
  input: {
    intent: { kind: 'submit' as const },
    values,
    captcha: '',
    sealedCode: undefined,
    submitKey: 'k',
    privacyNotice: undefined,
    shownFiles: [file],
    today: '2026-11-28',
    ...changes,
  },
  files: [],
  problems: [],
});

const refused = (facts: Partial<Refused>, input: InputChanges = {}): Refused => ({
  ...received(input),
  stage: 'refused',
  reason: 'unsigned',
  found: none,
  ...facts,
});
const unsaved = (facts: Partial<Unsaved>, input: InputChanges = {}): Unsaved => ({
  ...received(input),
  stage: 'unsaved',
  found: none,
  ...facts,
});
const saved = (facts: Partial<Saved> = {}, input: InputChanges = {}): Saved => ({
  ...received(input),
  stage: 'saved',
  found: { lookup: 'own', draft },
  draft,
  isNew: false,
  hasAllTexts: true,
  ...facts,
});
const updated = (changes: Partial<UpdatedDraft> = {}): UpdatedDraft => ({
  saved: saved(),
  files: [file as StoredFile],
  unfinished: [],
  ...changes,
});

const upload = { intent: { kind: 'upload' } } as const;
const remove = { intent: { kind: 'remove', fileId: 'f1' } } as const;
const begin = { intent: { kind: 'begin' } } as const;
const newCode = { intent: { kind: 'new-code' } } as const;
const check = { intent: { kind: 'check', field: 'contactEmail' } } as const;
const wrong = { ...values, contactEmail: 'lin@' };
const virus = { field: 'declareFile', code: 'fileVirus', file: 'plan.pdf' } as const;
const diskFull = { field: 'declareFile', code: 'diskFull' } as const;
const captcha = { field: 'captcha', code: 'captcha' } as const;
const tooOften = { field: 'captcha', code: 'captchaTooOften' } as const;
const infected = { ...file, bytes: 0, scan: 'infected' } as StoredFile;
const swept = { ...infected, scan: 'clean' } as StoredFile;
const unfinished = { draftId: 'draft', id: 'u1', name: 'big.pdf', bytes: 2, received: 1, modifiedAt: null };

type Row<Facts> = [
  title: string,
  kind: Outcome['kind'],
  facts: Facts,
  /** Codes of the problems, and other expected properties of the outcome. */
  more?: { codes?: string[] } & Record<string, unknown>,
];

function expectOutcome(judged: object | undefined, kind: string, { codes, ...more }: Row<unknown>[3] = {}) {
  const { problems = [], ...outcome }: Partial<Outcome> = judged ?? {};
  expect(outcome).toMatchObject({ kind, ...more });
  if (codes) expect(problems.map(({ code }) => code)).toEqual(codes);
}

const refusedRows: Row<Refused>[] = [
  ['an unsigned form', 'unsigned', refused({ problems: [virus] }), { codes: ['fileVirus'] }],
  ['an unsigned form of a sent key', 'alreadySent', refused({ found: sent }), { reference: REFERENCE }],
  ['a form from another site', 'crossSite', refused({ reason: 'crossSite', failure: storeError })],
  ['a form that is too large', 'formTooLarge', refused({ reason: 'formTooLarge' })],
  ['too many requests', 'tooMany', refused({ reason: 'tooMany' })],
  [
    'too many drafts',
    'tooManyDrafts',
    refused({ reason: 'tooManyDrafts', problems: [virus] }),
    { codes: ['fileVirus'] },
  ],
  ['a repeat with too many drafts', 'repeated', refused({ reason: 'tooManyDrafts', found: sent })],
  ['a repeat from another site', 'crossSite', refused({ reason: 'crossSite', found: sent })],
];
it.each(refusedRows)('judges %s as %s (refused)', (_title, kind, facts, more) =>
  expectOutcome(judgeRefused(facts), kind, more),
);

type Arrival = Row<[Unsaved, (Intake | Error)?]>;
const unsavedRows: Arrival[] = [
  ['a POST without fields', 'noFields', [unsaved({}, { values: {}, shownFiles: undefined })]],
  ['a failed store', 'nothingStored', [unsaved({ failure: storeError })], { cause: storeError }],
  ['a valid field of a sent form', 'fieldValid', [unsaved({ found: sent }, check)]],
  ['a script that begins with a sent key', 'keyTaken', [unsaved({ found: sent }, begin)]],
  ["a script that begins with another session's key", 'keyTaken', [unsaved({ found: otherSession }, begin)]],
  ['a POST without fields while closed', 'closed', [unsaved({}), closed]],
];
it.each(unsavedRows)('judges %s as %s (without a draft)', (_title, kind, [facts, intake = open], more) =>
  expectOutcome(judgeUnsaved(facts, intake), kind, more),
);

const savedRows: Row<[Saved, (Intake | Error)?]>[] = [
  ['a repeat', 'repeated', [saved({ found: sent })], { reference: REFERENCE }],
  ['a repeat while closed', 'repeated', [saved({ found: sent }), closed]],
  [
    'other texts with a sent key',
    'alreadySent',
    [saved({ found: sentWith(otherApplication) })],
    { reference: REFERENCE, codes: [] },
  ],
  ['other files with a sent key', 'alreadySent', [saved({ found: sent, files: [other] })]],
  ['an upload with a sent key', 'alreadySent', [saved({ found: sent }, upload)]],
  [
    'a refused file with a sent key',
    'alreadySent',
    [saved({ found: sent, problems: [virus] })],
    { codes: ['fileVirus'] },
  ],
  ['a shown file that was not sent', 'alreadySent', [saved({ found: sent }, { shownFiles: [file, other] })]],
  ['fewer files with a sent key', 'alreadySent', [saved({ found: sent }, { shownFiles: [] })]],
  [
    'a re-picked file with a sent key',
    'repeated',
    [saved({ found: sent, files: [file] }, { shownFiles: [] })],
  ],
  ['a failed store', 'storageFailed', [saved({ failure: storeError })], { cause: storeError }],
  ['a failed store without texts', 'nothingStored', [saved({ failure: storeError, hasAllTexts: false })]],
  ['a failed backend', 'storageFailed', [saved(), backendError], { cause: backendError }],
  ['a closed intake', 'closed', [saved({ problems: [virus] }), closed], { codes: ['fileVirus'] }],
  ['an invalid field', 'fieldInvalid', [saved({}, { ...check, values: wrong })], { codes: ['email'] }],
  ['a missing field', 'fieldInvalid', [saved({}, { ...check, values: {} })], { codes: ['required'] }],
  ['a new code', 'newCodeReady', [saved({}, newCode)]],
  [
    'a new code with a refused file',
    'invalid',
    [saved({ problems: [virus] }, newCode)],
    { codes: ['fileVirus'] },
  ],
];
it.each(savedRows)('judges %s as %s (saved)', (_title, kind, [facts, intake = open], more) =>
  expectOutcome(judgeSaved(facts, intake), kind, more),
);

it.each([{}, upload, remove, begin])('a saved submission needs its draft to be judged: %j', (input) =>
  expect(judgeSaved(saved({}, input), open)).toBeUndefined(),
);

const draftRows: Row<UpdatedDraft>[] = [
  [
    'a script that begins',
    'begun',
    updated({ saved: saved({ problems: [virus] }, begin), captchaProblem: captcha }),
  ],
  [
    'an upload',
    'filesUploaded',
    updated({ saved: saved({ files: [file, { name: 'late.pdf', sha256: 'cc' }] }, upload) }),
    { count: 1 },
  ],
  [
    'the same file chosen twice',
    'filesUploaded',
    updated({ saved: saved({ files: [file, { ...file, name: 'copy.pdf' }] }, upload) }),
    { count: 1 },
  ],
  ['an upload of nothing', 'invalid', updated({ saved: saved({}, upload) }), { codes: ['noFile'] }],
  [
    'an upload to a full disk',
    'diskFull',
    updated({ saved: saved({ problems: [virus, diskFull] }, upload) }),
    { codes: ['fileVirus', 'diskFull'] },
  ],
  ['a removal', 'fileRemoved', updated({ saved: saved({}, remove) })],
  ['the removal of a file that is gone', 'fileRemoved', updated({ saved: saved({}, remove), files: [] })],
  ['an invalid text', 'invalid', updated({ saved: saved({}, { values: wrong }) }), { codes: ['email'] }],
  ['an unsolved captcha', 'invalid', updated({ saved: saved({ draft: unsolved }) }), { codes: ['required'] }],
  [
    'a wrong answer',
    'invalid',
    updated({ saved: saved({ draft: unsolved }), captchaProblem: captcha }),
    { codes: ['captcha'] },
  ],
  [
    'too many answers',
    'captchaTooOften',
    updated({ saved: saved({ draft: unsolved }), captchaProblem: tooOften }),
  ],
  ['no file', 'invalid', updated({ saved: saved({}, { shownFiles: [] }), files: [] }), { codes: ['noFile'] }],
  ['an infected file', 'invalid', updated({ files: [infected] }), { codes: ['fileVirus'] }],
  ['a file that was swept', 'invalid', updated({ files: [swept] }), { codes: ['fileNoRoom'] }],
  [
    'an upload next to an infected file',
    'filesUploaded',
    updated({ saved: saved({ files: [file] }, upload), files: [infected] }),
  ],
  [
    'the submit of an expired draft with files',
    'invalid',
    updated({ saved: saved({ found: none, isNew: true }, { sealedCode: 'sealed' }), files: [] }),
    { codes: ['draftExpired'] },
  ],
  [
    'an upload to an expired draft with files',
    'invalid',
    updated({ saved: saved({ found: none, isNew: true, files: [other] }, upload), files: [] }),
    { codes: ['draftExpired'] },
  ],
  [
    'the submit of an expired draft with a solved captcha',
    'invalid',
    updated({ saved: saved({ found: none, isNew: true, draft: unsolved, files: [file] }) }),
    { codes: ['draftExpired', 'required'] },
  ],
  [
    'the first submit of a form without a file',
    'invalid',
    updated({
      saved: saved({ found: none, isNew: true }, { shownFiles: [], sealedCode: 'sealed' }),
      files: [],
    }),
    { codes: ['noFile'] },
  ],
  ['an unfinished upload', 'invalid', updated({ unfinished: [unfinished] }), { codes: ['fileUnfinished'] }],
  [
    'a file added elsewhere',
    'invalid',
    updated({ saved: saved({}, { shownFiles: [] }) }),
    { codes: ['fileAddedElsewhere'] },
  ],
  [
    'a file removed in another tab',
    'invalid',
    updated({ saved: saved({}, { shownFiles: [file, other] }) }),
    { codes: ['fileRemovedElsewhere'] },
  ],
  [
    'a sent file removed in another tab',
    'invalid',
    updated({ saved: saved({ files: [other] }, { shownFiles: [file, other] }) }),
    { codes: ['fileRemovedElsewhere'] },
  ],
  [
    'a draft that a concurrent submission has sent with other content',
    'alreadySent',
    updated({
      saved: saved({ files: [file], problems: [diskFull] }),
      sent: { reference: REFERENCE, application: otherApplication },
    }),
    { codes: ['diskFull', 'fileNotUploaded'] },
  ],
  [
    'a draft that a concurrent submission has sent',
    'repeated',
    updated({ sent: { reference: REFERENCE, application } }),
  ],
];
it.each(draftRows)('judges %s as %s (updated draft)', (_title, kind, facts, more) =>
  expectOutcome(judge(facts), kind, more),
);

it.each([
  ['is valid', updated()],
  ['contains other texts', updated({ saved: saved({ draft: { ...draft, fields: JSON.stringify(wrong) } }) })],
  [
    'has lost its file, which is chosen again',
    updated({ saved: saved({ found: otherSession, files: [file] }) }),
  ],
])('submits the form values if the draft %s', (_title, facts) =>
  expect(judge(facts)).toEqual({ application: values }),
);

it("does not expect the shown files of another session's draft", () => {
  const own = saved({ files: [other] });
  expect(intendedFileIds(own)).toEqual(new Set(['f1', 'f2']));
  expect(intendedFileIds({ ...own, found: otherSession })).toEqual(new Set(['f2']));
});

it('the tables have a row for every outcome but those of a submit', () => {
  const rows = [refusedRows, unsavedRows, savedRows, draftRows].flat<Row<unknown>[][]>();
  const reached = new Set<string>([...rows.map(([, kind]) => kind), 'accepted', 'tooManySent']);
  expect(Object.keys(outcomes).filter((kind) => !reached.has(kind))).toEqual([]);
});

it('ARCHITECTURE.md lists all outcomes with their statuses', () => {
  const document = readFileSync(path.join(import.meta.dirname, '../../../../ARCHITECTURE.md'), 'utf8');
  const listed = [...document.matchAll(/^\| (?<kinds>`\w+`(?:, `\w+`)*) \| (?<status>\d{3}) \|/gmu)].flatMap(
    ({ groups: { kinds = '', status } = {} }) =>
      kinds.split(', ').map((kind) => [kind.slice(1, -1), Number(status)]),
  );
  const statusOf = ({ failure, shows }: OutcomeRow) => {
    if (failure) return failures[failure].status;
    return shows === 'receipt' || shows === 'emptyForm' || shows === 'notice' ? 303 : 200;
  };
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(Object.entries(outcomes).map(([kind, row]) => [kind, statusOf(row)])),
  );
});
