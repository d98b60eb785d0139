import type { Response } from 'express';
import type { CaptchaModel, DraftFiles, FormModel } from '../../../../views/forms/application-form.model.ts';
import type { Intake } from '../../../content/backend/schemas.ts';
import type { MenuItem } from '../../../content/menu/menu.ts';
import { isFragmentRequest } from '../../../http/middleware/address.ts';
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
import { inFieldOrder, type Problem } from '../../rules/problems.ts';
import { type FormLocation, type FormRequest, tokenFor } from '../form-request.ts';
import { loadCurrentVersion } from '../privacy-notice.ts';
import { type DraftLookup, type FormInput, today } from '../submission/submission.ts';
import { formatProblems, loadDraftFiles, NO_FILES } from './form-models.ts';

/** Query parameter that requests an empty form. */
export const NEW_FORM_PARAMETER = 'new';

/** State that the form is rendered from, without its messages. */
type FormState = Pick<DraftLookup, 'lookup' | 'draft'> & {
  /** The submission that the page responds to. */
  input?: FormInput;
  /** Undefined if the backend has failed. */
  intake: Intake | undefined;
  /** Whether the store or the backend failed. The page then omits the unreadable parts. */
  hasFailed: boolean;
};

export type FormMessages = Pick<FormModel, 'alert' | 'notice' | 'focus'> & { problems?: readonly Problem[] };

/** Builds the page with the form, if the intake is open or unknown. */
export async function buildFormPage(
  form: FormRequest,
  context: PageContext,
  state: FormState,
  messages: FormMessages,
): Promise<Page> {
  const reading = loadCurrentVersion(context.reader, form.siteData.menu);
  const model = await buildFormModel(form, context, state, messages);
  const { page, content } = await buildApplicationPage(context, form, state, true);
  page.payload = payloadHash(page);
  content.form = model;
  // Awaited last, because a slow privacy notice must not use up the time of the other calls.
  const version = (await reading) ?? state.input?.privacyNotice;
  if (model.privacy) model.privacy.version = version;
  const hasProblems = model.problems.length > 0 || model.alert !== undefined;
  if (hasProblems) page.head.title = `${context.texts.errorPrefix}${page.head.title}`;
  return page;
}

/** Builds the page for a closed intake. `kept` is the text about the stored draft, after a submission. */
export async function buildClosedPage(
  context: PageContext,
  place: FormLocation,
  state: Pick<FormState, 'intake' | 'hasFailed'>,
  kept?: string,
): Promise<Page> {
  const { page, content } = await buildApplicationPage(context, place, state, false);
  page.payload = payloadHash(page);
  content.closed = { kept };
  return page;
}

/** Builds the part of the page that is the same for all visitors. */
export async function buildPublicPage(context: PageContext, place: FormLocation): Promise<Page> {
  const intake = await context.reader.intake();
  return (await buildApplicationPage(context, place, { intake, hasFailed: false }, intake.enabled)).page;
}

async function buildApplicationPage(
  context: PageContext,
  { siteData, node }: FormLocation,
  { intake, hasFailed }: Pick<FormState, 'intake' | 'hasFailed'>,
  open: boolean,
): Promise<{ page: Page; content: ApplicationContent }> {
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
  const page = await build(node).catch((error: unknown) => {
    if (hasFailed) return build({ ...node, children: [] });
    throw error;
  });
  page.head.script = 'form';
  return { page, content };
}

async function buildFormModel(
  form: FormRequest,
  { t }: PageContext,
  state: FormState,
  { problems = [], ...messages }: FormMessages,
): Promise<FormModel> {
  const { services, node, siteData, session } = form;
  const { store } = services;
  const { lookup, draft, input, hasFailed } = state;
  const { privacy } = siteData.menu;
  const read = <T>(reading: (draftId: string) => Promise<T>, otherwise: T): Promise<T> => {
    if (!draft) return Promise.resolve(otherwise);
    return hasFailed ? reading(draft.id).catch(() => otherwise) : reading(draft.id);
  };
  // If the store fails, the page repeats the files that it showed before.
  const shown = hasFailed ? repeatShownFiles(input) : NO_FILES;
  const [fields, files] = await Promise.all([
    read<Partial<Values>>(store.drafts.fields, {}),
    read((draftId) => loadDraftFiles(store, t, draftId), shown),
  ]);
  return {
    action: node.path,
    uploadsAction: `${node.path}/uploads`,
    token: tokenFor(form),
    submitKey: draft?.submitKey ?? (lookup === 'sent' ? undefined : input?.submitKey) ?? newIdentifier(),
    hasSession: session.id !== undefined || (draft !== undefined && lookup !== 'otherSession'),
    newFormHref: draft && `${node.path}?${NEW_FORM_PARAMETER}`,
    privacy: privacy && { href: privacy.path, text: privacy.name },
    // Sent values take precedence, so that the page shows the typed text even if storing it failed.
    values: { ...fields, ...input?.values },
    problems: formatProblems(t, inFieldOrder(problems)),
    ...files,
    captcha: buildCaptchaModel(services.captchaCodes, state),
    ...messages,
    today: today(),
  };
}

/** Returns the files that a submission's page showed, without their unknown sizes. */
const repeatShownFiles = (input: FormInput | undefined): DraftFiles => ({
  files: (input?.shownFiles ?? []).map((file) => ({ ...file, size: '' })),
  unfinished: [],
});

/** Returns the sent code if it is still unused, or a new code. */
function buildCaptchaModel(codes: CaptchaCodes, { lookup, draft, input }: FormState): CaptchaModel {
  // Without cookies, the next POST cannot find the draft with the solved captcha.
  if (draft && draft.captchaSolvedAt !== null && lookup !== 'otherSession') return { isSolved: true };
  if (input?.sealedCode !== undefined && codes.open(input.sealedCode))
    return { isSolved: false, sealed: input.sealedCode, typed: input.captcha };
  return { isSolved: false, sealed: codes.seal(), typed: '' };
}

/** Sends a response that caches must not store. */
export function sendPrivate(response: Response, html: string, kind?: FailureKind): void {
  if (kind) response.status(failures[kind].status);
  const isTemporary = kind === 'tooMany' || kind === 'storage';
  if (isTemporary && !response.get('Retry-After')) response.set('Retry-After', `${FORM_RETRY_S}`);
  response.set({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' }).send(html);
}

/** Sends the form page, or only the form for an htmx request. */
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
