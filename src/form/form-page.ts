import type { Page } from '../../views/document.model.ts';
import type { CaptchaModel, FormModel } from '../../views/forms/application-form.model.ts';
import type { ApplicationContent } from '../../views/sections/section.model.ts';
import type { ApplicationWindow } from '../backend/schemas.ts';
import type { MenuNode } from '../content/menu/menu.ts';
import { readDay } from '../content/time.ts';
import { newIdentifier } from '../lib/identifiers.ts';
import { contactOf } from '../pages/layout.ts';
import { menuPage } from '../pages/menu-page.ts';
import type { PageContext, SiteData } from '../pages/page-context.ts';
import type { Draft } from '../store/drafts/drafts.ts';
import type { Store } from '../store/index.ts';
import type { CaptchaCodes } from './captcha/captcha-codes.ts';
import { draftFiles, NO_FILES, shownBefore } from './draft-files.ts';
import type { Posted } from './posted.ts';
import { currentVersion } from './privacy-notice.ts';
import { problemTexts } from './problem-words.ts';
import type { Values } from './rules/fields.ts';
import { inFieldOrder, type Problem } from './rules/problems.ts';

type Dependencies = { store: Store; captchaCodes: CaptchaCodes };

/** The query that asks for an empty form. */
export const NEW_FORM = 'new';

/** The menu item of the form, and the content that all its pages need. */
export type FormPlace = { node: MenuNode; siteData: SiteData };

/** The draft of a form's key, or why the key has none: its application is sent, or the draft belongs to another session. */
export type FoundDraft = {
  draft?: Draft;
  /** Reference of the application that was sent with the key. */
  sent?: string;
  /** The visitor's cookies are blocked or lost. */
  isCookieLost?: boolean;
};

/** The content of the form. */
export type FormContent = FoundDraft & {
  posted?: Posted;
  /** Whether applications are taken, and the page's own texts about it; undefined if that is unknown. */
  window?: ApplicationWindow;
  /** Whether the store or the backend fails: the page then does without what it cannot read. */
  hasFailed?: boolean;
};

/** The messages of the form. */
export type Messages = Pick<FormModel, 'alert' | 'notice' | 'focus'> & { problems?: readonly Problem[] };

type ShownForm = FormContent & Messages & Pick<FormModel, 'token' | 'hasSession'>;

/** Today in Asia/Shanghai, an ISO day: companies are founded on a day of the group's own calendar. */
export const today = (): string => readDay(Date.now()) ?? '';

/** The form's own page while the window is open, or while its state is unknown (no window). */
export async function formPage(
  dependencies: Dependencies,
  context: PageContext,
  place: FormPlace,
  form: ShownForm,
): Promise<Page> {
  const reading = currentVersion(context.reader, place.siteData.menu);
  const model = await formModel(dependencies, context, place, form);
  const page = await applicationPage(context, place, form, { form: model, open: true });
  // The notice comes last: one that hangs keeps nothing else from being there in the page's time.
  const version = (await reading) ?? form.posted?.privacyNotice;
  if (model.privacy) model.privacy.version = version;
  const hasProblems = model.problems.length > 0 || model.alert !== undefined;
  if (hasProblems) page.head.title = `${context.texts.errorPrefix}${page.head.title}`;
  return page;
}

/** The same page while the window is closed; `kept` says what became of a POST. */
export const closedPage = (
  context: PageContext,
  place: FormPlace,
  form: Pick<FormContent, 'window' | 'hasFailed'>,
  kept?: string,
): Promise<Page> => applicationPage(context, place, form, { closed: { kept }, open: false });

async function applicationPage(
  context: PageContext,
  { siteData, node }: FormPlace,
  { window, hasFailed }: Pick<FormContent, 'window' | 'hasFailed'>,
  shown: Pick<ApplicationContent, 'form' | 'closed' | 'open'>,
): Promise<Page> {
  const { group } = siteData;
  const content: ApplicationContent = {
    kind: 'application',
    contact: contactOf(group, context.reader.language),
    name: group.name,
    ...shown,
    title: window?.title === node.name ? undefined : window?.title,
    description: window?.description,
  };
  const build = (item: MenuNode) => menuPage({ ...context, siteData }, item, { page: [] }, content);
  // The sections below the form may be the cause of the failure: the form is then shown without them.
  const page = await build(node).catch((error: unknown) => {
    if (hasFailed) return build({ ...node, children: [] });
    throw error;
  });
  page.head.script = 'form';
  return page;
}

async function formModel(
  { store, captchaCodes }: Dependencies,
  { t }: PageContext,
  { node, siteData }: FormPlace,
  form: ShownForm,
): Promise<FormModel> {
  const { draft, sent, posted, hasFailed, problems = [], alert, notice, focus, token, hasSession } = form;
  const { privacy } = siteData.menu;
  const read = <T>(reading: (draftId: string) => Promise<T>, otherwise: T): Promise<T> => {
    if (!draft) return Promise.resolve(otherwise);
    return hasFailed ? reading(draft.id).catch(() => otherwise) : reading(draft.id);
  };
  // While the store fails, the page goes on showing the files that it showed.
  const shown = hasFailed ? shownBefore(posted) : NO_FILES;
  const [fields, files] = await Promise.all([
    read<Partial<Values>>(store.drafts.fields, {}),
    read((draftId) => draftFiles(store, t, draftId), shown),
  ]);
  return {
    action: node.path,
    filesAction: `${node.path}/files`,
    uploadsAction: `${node.path}/uploads`,
    token,
    // A form that was posted stays the same one, unless its key is used up.
    submitKey: draft?.submitKey ?? (sent === undefined ? posted?.submitKey : undefined) ?? newIdentifier(),
    hasSession: hasSession || draft !== undefined,
    newFormHref: draft && `${node.path}?${NEW_FORM}`,
    privacy: privacy && { href: privacy.path, text: privacy.name },
    // Posted values win over kept ones: where keeping failed, the page still shows everything that was typed.
    values: { ...fields, ...posted?.values },
    problems: problemTexts(t, inFieldOrder(problems)),
    ...files,
    captcha: shownCaptcha(captchaCodes, form),
    alert,
    notice,
    focus,
    today: today(),
  };
}

/** The code that a form asks for: the one that it was posted with as long as nothing was judged by it, else a new one. */
function shownCaptcha(codes: CaptchaCodes, { draft, posted, isCookieLost }: FormContent): CaptchaModel {
  // Without cookies the next POST does not find the draft that is solved.
  if (draft && draft.captchaSolvedAt !== null && !isCookieLost) return { isSolved: true };
  if (posted?.sealedCode !== undefined && codes.open(posted.sealedCode))
    return { isSolved: false, sealed: posted.sealedCode, typed: posted.captcha };
  return { isSolved: false, sealed: codes.seal(), typed: '' };
}
