import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Intake } from '../../../content/backend/schemas.ts';
import { failures } from '../../../lib/failures.ts';
import { sampleApplications } from '../../rules/testing/sample-application.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { StoredFile } from '../../store/drafts/draft-files.ts';
import type { Draft } from '../../store/drafts/drafts.ts';
import { intendedFileIds } from './changed-files.ts';
import { type DraftState, decide } from './decide.ts';
import { type Outcome, type OutcomeRow, outcomes } from './outcomes.ts';
import type { Intent, Refusal, Submission } from './submission.ts';

const REFERENCE = 'P-1';
const values = sampleApplications.en;
const file = { id: 'f1', name: 'plan.pdf', sha256: 'aa' };
const other = { id: 'f2', name: 'other.pdf', sha256: 'bb' };
const draft = { id: 'd1', submitKey: 'k' } as Draft;
const open: Intake = { enabled: true, nextSteps: undefined };
const closed: Intake = { enabled: false, nextSteps: undefined };
const storeError = new Error('the store is away');
const application = { reference: REFERENCE, fields: values, files: [file] } as unknown as SentApplication;
const otherApplication = { ...application, fields: { ...values, companyName: 'Other Ltd' } };

const none = { lookup: 'none' } as const;
const otherSession = { lookup: 'otherSession' } as const;
const sent = { lookup: 'sent', reference: REFERENCE } as const;

const submission = (changes: Partial<Submission> = {}): Submission => ({
  intent: { kind: 'submit' },
  lookup: 'own',
  draft,
  values,
  captcha: '',
  sealedCode: undefined,
  submitKey: 'k',
  privacyNotice: undefined,
  shownFiles: [file],
  files: [],
  problems: [],
  hasStoredTexts: true,
  today: '2026-11-28',
  ...changes,
});

const state = (changes: Partial<DraftState> = {}): DraftState => ({
  values: {},
  files: [file as StoredFile],
  unfinished: [],
  isCaptchaSolved: true,
  ...changes,
});

const upload: Intent = { kind: 'upload' };
const remove: Intent = { kind: 'remove', fileId: 'f1' };
const begin: Intent = { kind: 'begin' };
const newCode: Intent = { kind: 'newCode' };
const check: Intent = { kind: 'check', field: 'contactEmail' };
const wrong = { ...values, contactEmail: 'lin@' };
const virus = { field: 'declareFile', code: 'fileVirus', file: 'plan.pdf' } as const;
const diskFull = { field: 'declareFile', code: 'diskFull' } as const;
const captcha = { field: 'captcha', code: 'captcha' } as const;
const tooOften = { field: 'captcha', code: 'captchaTooOften' } as const;
const infected = { ...file, bytes: 0, scan: 'infected' } as StoredFile;
const swept = { ...infected, scan: 'clean' } as StoredFile;
const unfinished = { draftId: 'draft', id: 'u1', name: 'big.pdf', bytes: 2, received: 1, modifiedAt: null };
const unsigned = { refusal: 'unsigned', draft: undefined, ...none } as const;

type Facts = Partial<Submission> & { state?: DraftState; intake?: Intake | undefined };

type Row = [
  title: string,
  kind: Outcome['kind'] | 'update' | 'send',
  facts: Facts,
  /** Codes of the problems, and other expected properties of the outcome. */
  more?: { codes?: string[] } & Record<string, unknown>,
];

/** Decides with an open intake unless a row overrides it. */
const decided = ({ state: draftState, ...facts }: Facts) => {
  const { intake, ...changes } = { intake: open, ...facts };
  return decide(submission(changes), draftState, intake);
};

const rows: Row[] = [
  ['unsigned form', 'unsigned', { ...unsigned, problems: [virus] }, { codes: ['fileVirus'] }],
  ['unsigned form of a sent key', 'alreadySent', { ...unsigned, ...sent }, { reference: REFERENCE }],
  ['form from another site', 'crossSite', { refusal: 'crossSite', failure: storeError, intake: undefined }],
  ['form that is too large', 'formTooLarge', { refusal: 'formTooLarge', intake: undefined }],
  ['too many requests', 'tooMany', { refusal: 'tooMany', intake: undefined }],
  ['repeat', 'repeated', { ...sent, application }, { reference: REFERENCE }],
  ['repeat while closed', 'repeated', { ...sent, application, intake: closed }],
  [
    'other texts with a sent key',
    'alreadySent',
    { ...sent, application: otherApplication },
    { reference: REFERENCE, codes: [] },
  ],
  ['other files with a sent key', 'alreadySent', { ...sent, application, files: [other] }],
  [
    'a refused file with a sent key',
    'alreadySent',
    { ...sent, application, problems: [virus] },
    { codes: ['fileVirus'] },
  ],
  ['a shown file that was not sent', 'alreadySent', { ...sent, application, shownFiles: [file, other] }],
  ['fewer files with a sent key', 'alreadySent', { ...sent, application, shownFiles: [] }],
  ['a re-picked file with a sent key', 'repeated', { ...sent, application, shownFiles: [], files: [file] }],
  [
    'client address with too many drafts',
    'tooManyDrafts',
    { refusal: 'full', draft: undefined, ...none, failure: storeError, problems: [virus] },
    { codes: ['fileVirus'] },
  ],
  ['failed store', 'storageFailed', { failure: storeError }, { cause: storeError }],
  ['failed store without texts', 'nothingStored', { failure: storeError, hasStoredTexts: false }],
  ['failed backend', 'storageFailed', { intake: undefined }],
  ['closed intake', 'closed', { intake: closed, problems: [virus] }, { codes: ['fileVirus'] }],
  ['valid field', 'fieldValid', { intent: check, draft: undefined, ...sent }],
  ['invalid field', 'fieldInvalid', { intent: check, values: wrong }, { codes: ['email'] }],
  ['missing field', 'fieldInvalid', { intent: check, values: {} }, { codes: ['required'] }],
  ['single file with a sent key', 'keySent', { intent: upload, draft: undefined, ...sent }],
  [
    "single file with another session's key",
    'keyLost',
    { intent: upload, draft: undefined, ...otherSession },
  ],
  ['new code', 'newCodeReady', { intent: newCode, captchaProblem: captcha }],
  [
    'new code with a refused file',
    'invalid',
    { intent: newCode, problems: [virus] },
    { codes: ['fileVirus'] },
  ],
  ['script begins with a sent key', 'keySent', { intent: begin, draft: undefined, ...sent }],
  ['submit', 'update', {}],
  ['script begins', 'begun', { intent: begin, problems: [virus], captchaProblem: captcha, state: state() }],
  [
    'upload',
    'filesUploaded',
    { intent: upload, files: [file, { name: 'late.pdf', sha256: 'cc' }], state: state() },
    { count: 1 },
  ],
  [
    'same file chosen twice',
    'filesUploaded',
    { intent: upload, files: [file, { ...file, name: 'copy.pdf' }], state: state() },
    { count: 1 },
  ],
  ['upload of nothing', 'invalid', { intent: upload, state: state() }, { codes: ['noFile'] }],
  [
    'upload to a full disk',
    'diskFull',
    { intent: upload, problems: [virus, diskFull], state: state() },
    { codes: ['fileVirus', 'diskFull'] },
  ],
  ['remove', 'fileRemoved', { intent: remove, hasRemoved: true, state: state({ files: [] }) }],
  ['remove of a file that is gone', 'fileRemoved', { intent: remove, state: state({ files: [] }) }],
  ['valid application', 'send', { state: state() }, { application: values }],
  ['texts of this form win', 'send', { state: state({ values: wrong }) }, { application: values }],
  ['invalid text', 'invalid', { values: wrong, state: state() }, { codes: ['email'] }],
  ['unsolved captcha', 'invalid', { state: state({ isCaptchaSolved: false }) }, { codes: ['required'] }],
  [
    'wrong answer',
    'invalid',
    { captchaProblem: captcha, state: state({ isCaptchaSolved: false }) },
    { codes: ['captcha'] },
  ],
  [
    'too many answers',
    'captchaTooOften',
    { captchaProblem: tooOften, state: state({ isCaptchaSolved: false }) },
  ],
  ['no file', 'invalid', { shownFiles: [], state: state({ files: [] }) }, { codes: ['noFile'] }],
  ['infected file', 'invalid', { state: state({ files: [infected] }) }, { codes: ['fileVirus'] }],
  ['file that was swept', 'invalid', { state: state({ files: [swept] }) }, { codes: ['fileNoRoom'] }],
  [
    'upload next to an infected file',
    'filesUploaded',
    { intent: upload, files: [file], state: state({ files: [infected] }) },
  ],
  [
    'submit of an expired draft with files',
    'invalid',
    { ...none, isNew: true, sealedCode: 'sealed', state: state({ files: [] }) },
    { codes: ['draftExpired'] },
  ],
  [
    'upload to an expired draft with files',
    'invalid',
    { ...none, isNew: true, intent: upload, files: [other], state: state({ files: [] }) },
    { codes: ['draftExpired'] },
  ],
  [
    'submit of an expired draft with a solved captcha',
    'invalid',
    { ...none, isNew: true, files: [file], state: state({ isCaptchaSolved: false }) },
    { codes: ['draftExpired', 'required'] },
  ],
  [
    'first submit of a form without a file',
    'invalid',
    { ...none, isNew: true, shownFiles: [], sealedCode: 'sealed', state: state({ files: [] }) },
    { codes: ['noFile'] },
  ],
  ['POST without fields', 'noFields', { ...none, draft: undefined, values: {}, shownFiles: undefined }],
  [
    'unfinished upload',
    'invalid',
    { state: state({ unfinished: [unfinished] }) },
    { codes: ['fileUnfinished'] },
  ],
  ['file added elsewhere', 'invalid', { shownFiles: [], state: state() }, { codes: ['fileAddedElsewhere'] }],
  [
    'file removed in another tab',
    'invalid',
    { shownFiles: [file, other], state: state() },
    { codes: ['fileRemovedElsewhere'] },
  ],
  [
    'sent file removed in another tab',
    'invalid',
    { files: [other], shownFiles: [file, other], state: state() },
    { codes: ['fileRemovedElsewhere'] },
  ],
  ['lost file chosen again', 'send', { ...otherSession, files: [file], state: state() }],
  ['accepted', 'accepted', { state: state({ accepted: REFERENCE }) }, { reference: REFERENCE }],
  ['too many applications', 'tooManySent', { problems: [], state: state({ blockedUntil: 5 }) }, { until: 5 }],
  [
    'sent by a concurrent submission with other content',
    'alreadySent',
    {
      files: [file],
      problems: [diskFull],
      state: state({ sent: { reference: REFERENCE, application: otherApplication } }),
    },
    { codes: ['diskFull', 'fileNotUploaded'] },
  ],
];

it.each(rows)('decides the case "%s" as "%s"', (_title, kind, facts, { codes, ...more } = {}) => {
  const { problems = [], ...outcome } = { problems: [], ...decided(facts) };
  expect(outcome).toMatchObject({ kind, ...more });
  if (codes) expect(problems.map(({ code }) => code)).toEqual(codes);
});

it("does not expect the shown files of another session's draft", () => {
  const uploaded = submission({ shownFiles: [file], files: [other] });
  expect(intendedFileIds(uploaded)).toEqual(new Set(['f1', 'f2']));
  expect(intendedFileIds({ ...uploaded, lookup: 'otherSession' })).toEqual(new Set(['f2']));
});

it('the table has a row for every outcome', () => {
  const reached = new Set(rows.map(([, kind]) => kind));
  expect(Object.keys(outcomes).filter((kind) => !reached.has(kind as Outcome['kind']))).toEqual([]);
});

const product = <T extends object>(lists: { [Key in keyof T]: readonly T[Key][] }): T[] =>
  (Object.entries(lists) as [string, readonly unknown[]][]).reduce<object[]>(
    (all, [key, list]) => all.flatMap((one) => list.map((value) => ({ ...one, [key]: value }))),
    [{}],
  ) as T[];

const refusals: (Refusal | undefined)[] = [
  undefined,
  'unsigned',
  'full',
  'crossSite',
  'formTooLarge',
  'tooMany',
];
const combinations = product<Facts>({
  intent: [{ kind: 'submit' }, upload, remove, begin, newCode, check],
  lookup: ['none', 'own', 'otherSession', 'sent'],
  draft: [undefined, draft],
  application: [undefined, application],
  refusal: refusals,
  failure: [undefined, storeError],
  intake: [undefined, open, closed],
  state: [
    undefined,
    state(),
    state({ files: [] }),
    state({ sent: { reference: REFERENCE } }),
    state({ accepted: REFERENCE }),
  ],
}).map((facts) => ({ ...facts, reference: facts.lookup === 'sent' ? REFERENCE : undefined }));

it('reaches an outcome for every combination of facts, with a step only for a draft, an open intake and no failure', () => {
  const isStep = ({ state: draftState, ...facts }: Facts, kind: string) =>
    facts.draft &&
    facts.intake === open &&
    !(facts.failure ?? facts.refusal ?? facts.reference) &&
    (draftState
      ? kind === 'send' && facts.intent?.kind === 'submit' && draftState.accepted === undefined
      : kind === 'update');
  const kinds = combinations.map((facts) => ({ facts, kind: decided(facts).kind }));
  expect(kinds.filter(({ facts, kind }) => !(kind in outcomes) && !isStep(facts, kind))).toEqual([]);
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
