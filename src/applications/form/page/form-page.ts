import type { Response } from 'express';
import type { CaptchaModel, DraftFiles, FormModel } from '../../../../views/forms/application-form.model.ts';
import type { Intake } from '../../../content/backend/schemas.ts';
import type { MenuItem } from '../../../content/menu/menu.ts';
import { isFragmentRequest } from '../../../http/middleware/parsed-url.ts';
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
import type { Draft } from '../../store/drafts/drafts.ts';
import { type FormLocation, type FormRequest, tokenFor } from '../form-request.ts';
import { loadCurrentVersion } from '../privacy-notice.ts';
import { type FormInput, type Found, today } from '../submission/submission.ts';
import { formatProblems, loadFileModels } from './form-models.ts';

/** Query parameter that requests an empty form. */
export const NEW_FORM_PARAMETER = 'new';

type FormState = {
  lookup: Found['lookup'];
  draft?: Draft;
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
  const [page, model] = await Promise.all([
    buildPublicPage(context, form, { ...state, open: true }),
    buildFormModel(form, context, state, messages),
  ]);
  const hasProblems = model.problems.length > 0 || model.alert !== undefined;
  return withOwnPart(page, { form: model }, hasProblems ? context.texts.errorPrefix : '');
}

/** Builds the page for a closed intake. `kept` is the text about the stored draft, after a submission. */
export const buildClosedPage = async (
  context: PageContext,
  location: FormLocation,
  state: Pick<FormState, 'intake' | 'hasFailed'>,
  kept?: string,
): Promise<Page> =>
  withOwnPart(await buildPublicPage(context, location, { ...state, open: false }), { closed: { kept } });

/** Builds the part of the page that is the same for all visitors. */
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

/** Adds one visitor's part to the public page, whose hash tells an open page that the content has changed. */
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
  const read = <T>(reading: (draftId: string) => Promise<T>, otherwise: T): Promise<T> => {
    if (!draft) return Promise.resolve(otherwise);
    return hasFailed ? reading(draft.id).catch(() => otherwise) : reading(draft.id);
  };
  // If the store fails, the page repeats the files that it showed before.
  const shown = repeatShownFiles(hasFailed ? input : undefined);
  const [fields, files, version = input?.privacyNotice] = await Promise.all([
    read<Partial<Values>>(store.drafts.fields, {}),
    read((draftId) => loadFileModels(store, t, draftId), shown),
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
