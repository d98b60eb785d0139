import type { Response } from 'express';
import type { TFunction } from 'i18next';
import type { CaptchaModel, DraftFiles, FormModel } from '../../../../views/forms/application-form.model.ts';
import type { Intake } from '../../../content/backend/schemas.ts';
import { formatSize } from '../../../content/media-formats.ts';
import type { MenuItem } from '../../../content/menu/menu.ts';
import { isFragmentRequest } from '../../../http/middleware/request-url.ts';
import { type FailureKind, failures } from '../../../lib/failures.ts';
import { newIdentifier } from '../../../lib/identifiers.ts';
import type { PageContext } from '../../../site/layout/page-context.ts';
import { payloadHash } from '../../../site/layout/page-sender.ts';
import { type Page, renderForm } from '../../../site/layout/render.tsx';
import { menuPage } from '../../../site/menu-page/menu-page.ts';
import type { ApplicationContent } from '../../../site/sections/application.tsx';
import { buildContact } from '../../../site/sections/section.ts';
import type { CaptchaCodes } from '../../captcha/captcha-codes.ts';
import type { Values } from '../../rules/fields.ts';
import { FORM_RETRY_S } from '../../rules/limits.ts';
import { inFieldOrder, type Problem, problemKey } from '../../rules/problems.ts';
import type { StoredFile } from '../../store/drafts/draft-files.ts';
import type { Draft } from '../../store/drafts/drafts.ts';
import type { Store } from '../../store/index.ts';
import { type FormLocation, type FormRequest, tokenFor } from '../form-request.ts';
import { loadCurrentVersion } from '../privacy-notice.ts';
import { readDraftFiles } from '../submission/open-draft.ts';
import { type FormInput, type Found, today } from '../submission/submission.ts';

/** Query parameter that requests an empty form. */
export const NEW_FORM_PARAMETER = 'new';

type FormState = {
  lookup: Found['lookup'];
  draft?: Draft;
  input?: FormInput;
  /** Undefined if the backend has failed. */
  intake: Intake | undefined;
  /** Whether the store or the backend failed. The page then omits the unreadable parts. */
  hasFailed: boolean;
};

export type FormMessages = Pick<FormModel, 'alert' | 'notice' | 'focus'> & { problems?: readonly Problem[] };

export async function buildFormPage(
  form: FormRequest,
  context: PageContext,
  state: FormState,
  messages: FormMessages,
): Promise<Page> {
  const [page, model] = await Promise.all([
    buildPublicPage(context, form, { ...state, open: true }),
    buildFormModel(form, context, state, messages),
  ]);
  const hasProblems = model.problems.length > 0 || model.alert !== undefined;
  return withOwnPart(page, { form: model }, hasProblems ? context.texts.errorPrefix : '');
}

/** `kept`: text about the stored draft, after a submission. */
export const buildClosedPage = async (
  context: PageContext,
  location: FormLocation,
  state: Pick<FormState, 'intake' | 'hasFailed'>,
  kept?: string,
): Promise<Page> =>
  withOwnPart(await buildPublicPage(context, location, { ...state, open: false }), { closed: { kept } });

/** Builds the page that all visitors see, without a draft. */
export async function buildPublicPage(
  context: PageContext,
  { siteData, node }: FormLocation,
  { intake, hasFailed, open }: Pick<FormState, 'intake' | 'hasFailed'> & { open: boolean },
): Promise<Page> {
  const { group } = siteData;
  const content: ApplicationContent = {
    kind: 'application',
    contact: buildContact(group, context.reader.language),
    name: group.name,
    open,
    title: intake?.title === node.name ? undefined : intake?.title,
    description: intake?.description,
  };
  const build = (item: MenuItem) => menuPage({ ...context, siteData }, item, { page: [] }, content);
  // If the sections below the form fail, the form is shown without them.
  return build(node).catch((error: unknown) => {
    if (hasFailed) return build({ ...node, children: [] });
    throw error;
  });
}

/** Keeps the hash of the public page, which tells an open page that the content has changed. */
function withOwnPart(page: Page, part: Pick<ApplicationContent, 'form' | 'closed'>, titlePrefix = ''): Page {
  const head: Page['head'] = { ...page.head, title: titlePrefix + page.head.title, script: 'form' };
  const payload = payloadHash(page);
  if (page.body.kind !== 'page') return { ...page, head, payload };
  const sections = page.body.sections.map((section) =>
    section.content.kind === 'application'
      ? { ...section, content: { ...section.content, ...part } }
      : section,
  );
  return { ...page, head, payload, body: { ...page.body, sections } };
}

async function buildFormModel(
  form: FormRequest,
  { t, reader }: PageContext,
  state: FormState,
  { problems = [], ...messages }: FormMessages,
): Promise<FormModel> {
  const { services, node, siteData, session } = form;
  const { store } = services;
  const { lookup, draft, input, hasFailed } = state;
  const { privacy } = siteData.menu;
  const read = async <T>(load: (draftId: string) => Promise<T>, fallback: T): Promise<T> => {
    if (!draft) return fallback;
    return hasFailed ? load(draft.id).catch(() => fallback) : load(draft.id);
  };
  const earlierFiles = hasFailed ? (input?.shownFiles ?? []) : [];
  const [fields, files, version = input?.privacyNotice] = await Promise.all([
    read<Partial<Values>>(store.drafts.fields, {}),
    read((draftId) => loadFileModels(store, t, draftId), {
      files: earlierFiles.map((file) => ({ ...file, size: '' })),
      unfinished: [],
    }),
    loadCurrentVersion(reader, siteData.menu),
  ]);
  return {
    action: node.path,
    uploadsAction: `${node.path}/uploads`,
    token: tokenFor(form),
    submitKey: draft?.submitKey ?? (lookup === 'sent' ? undefined : input?.submitKey) ?? newIdentifier(),
    hasSession: session.id !== undefined || (draft !== undefined && lookup !== 'otherSession'),
    newFormHref: draft && `${node.path}?${NEW_FORM_PARAMETER}`,
    privacy: privacy && { href: privacy.path, text: privacy.name, version },
    // Sent values take precedence, so that the page shows the typed text even if storing it failed.
    values: { ...fields, ...input?.values },
    problems: formatProblems(t, problems),
    ...files,
    captcha: buildCaptchaModel(services.captchaCodes, state),
    ...messages,
    today: today(),
  };
}

export async function loadFileModels(store: Store, t: TFunction, draftId: string): Promise<DraftFiles> {
  const { files, unfinished } = await readDraftFiles(store, draftId);
  const models = unfinished.map(({ id, name, bytes, received }) => {
    const progress = t('uploadUnfinished', { received: formatSize(received), size: formatSize(bytes) });
    return { id, name, progress };
  });
  return { files: toFileModels(files), unfinished: models };
}

export const toFileModels = (files: readonly StoredFile[]): DraftFiles['files'] =>
  files.map(({ id, name, bytes }) => ({ id, name, size: formatSize(bytes) }));

export function formatProblem(t: TFunction, problem: Problem): string {
  const text = t(problemKey(problem), { ...problem });
  return problem.file === undefined ? text : t('problemOfFile', { file: problem.file, problem: text });
}

export const formatProblems = (t: TFunction, problems: readonly Problem[]): FormModel['problems'] =>
  inFieldOrder(problems).map((problem) => ({ field: problem.field, text: formatProblem(t, problem) }));

/** Returns the sent code if it is still valid, or a new code. */
function buildCaptchaModel(codes: CaptchaCodes, { lookup, draft, input }: FormState): CaptchaModel {
  // Without cookies, the next POST cannot find the draft with the solved captcha.
  if (draft && draft.captchaSolvedAt !== null && lookup !== 'otherSession') return { isSolved: true };
  if (input?.sealedCode !== undefined && codes.open(input.sealedCode))
    return { isSolved: false, sealed: input.sealedCode, typed: input.captcha };
  return { isSolved: false, sealed: codes.seal(), typed: '' };
}

export function sendPrivate(response: Response, html: string, kind?: FailureKind): void {
  if (kind) response.status(failures[kind].status);
  const isTemporary = kind === 'tooMany' || kind === 'storage';
  if (isTemporary && !response.get('Retry-After')) response.set('Retry-After', `${FORM_RETRY_S}`);
  response.set({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' }).send(html);
}

export async function sendForm(
  { services, request, response }: Pick<FormRequest, 'services' | 'request' | 'response'>,
  page: Page,
  kind?: FailureKind,
): Promise<void> {
  response.vary('HX-Request');
  services.requestContexts.setContentAge(response);
  if (isFragmentRequest(request)) return sendPrivate(response, renderForm(page), kind);
  const { html } = await services.pageSender.withPictures(page, services.render);
  sendPrivate(response, html, kind);
}
