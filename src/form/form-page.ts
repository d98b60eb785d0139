import type { FormModel } from '../../views/forms/form-model.ts';
import type { Page, SectionContent } from '../../views/page-model.ts';
import type { Values } from '../application/fields.ts';
import { inFieldOrder, type Problem } from '../application/problems.ts';
import type { DeclareSwitch } from '../backend/schemas.ts';
import type { CaptchaDesk } from '../captcha/captcha-desk.ts';
import type { MenuNode } from '../content/menu.ts';
import { readDay } from '../content/time.ts';
import type { PageContext } from '../pages/context.ts';
import { contactOf } from '../pages/frame.ts';
import { menuPage } from '../pages/menu-page.ts';
import type { StoredFile } from '../store/draft-files.ts';
import { newIdentifier } from '../store/identifiers.ts';
import type { Store } from '../store/index.ts';
import type { FormRequest } from './form-request.ts';
import { fileModels, problemTexts } from './problem-words.ts';
import { shownCaptcha } from './shown-captcha.ts';

type Application = Extract<SectionContent, { kind: 'application' }>;

type Dependencies = { store: Store; captchaDesk: CaptchaDesk };

/** What the form says besides what the draft holds. */
export type Said = {
  problems?: readonly Problem[];
  alert?: FormModel['alert'];
  notice?: string;
  token: string;
};

/** Today in Asia/Shanghai, an ISO day: companies are founded on a day of the group's own calendar. */
export const today = (): string => readDay(Date.now()) ?? '';

/** The form's own page while the window is open, or while nobody can say whether it is (no `window`). */
export async function formPage(
  dependencies: Dependencies,
  context: PageContext,
  form: FormRequest,
  said: Said,
  window?: DeclareSwitch,
): Promise<Page> {
  const model = await formModel(dependencies, context, form, said);
  const page = await applicationPage(context, form, { form: model, open: true, ...words(window) });
  const isFaulty = model.problems.length > 0 || model.alert !== undefined;
  if (isFaulty) page.head.title = `${context.texts.errorPrefix}${page.head.title}`;
  return page;
}

/** The same page while the window is closed; `kept` says what became of a POST. */
export const closedPage = (
  context: PageContext,
  form: FormRequest,
  window: DeclareSwitch,
  kept?: string,
): Promise<Page> => applicationPage(context, form, { closed: { kept }, open: false, ...words(window) });

const words = (window: DeclareSwitch | undefined) => ({
  title: window?.title,
  description: window?.description,
});

async function applicationPage(
  context: PageContext,
  { ground, node, trouble }: FormRequest,
  shown: Pick<Application, 'form' | 'closed' | 'open' | 'title' | 'description'>,
): Promise<Page> {
  const { group } = ground;
  const content: Application = {
    kind: 'application',
    contact: contactOf(group, context.reader.language),
    name: group.name,
    ...shown,
    title: shown.title === node.name ? undefined : shown.title,
  };
  const build = (item: MenuNode) => menuPage(context, ground, item, { page: [] }, content);
  // What stands below the form may be what fails: in trouble the form comes back without it.
  const page = await build(node).catch((error: unknown) => {
    if (trouble) return build({ ...node, children: [] });
    throw error;
  });
  page.head.script = 'form';
  return page;
}

async function formModel(
  { store, captchaDesk }: Dependencies,
  { t }: PageContext,
  form: FormRequest,
  { problems = [], alert, notice, token }: Said,
): Promise<FormModel> {
  const { node, draft, posted, trouble } = form;
  const read = <T>(reading: (draftId: string) => Promise<T>, otherwise: T): Promise<T> => {
    if (!draft) return Promise.resolve(otherwise);
    return trouble ? reading(draft.id).catch(() => otherwise) : reading(draft.id);
  };
  const [fields, files, captcha] = await Promise.all([
    read<Partial<Values>>(store.drafts.fields, {}),
    read<StoredFile[]>(store.drafts.files, []),
    shownCaptcha(captchaDesk, form),
  ]);
  return {
    action: node.path,
    filesAction: `${node.path}/files`,
    token,
    // A form that was posted stays the same one, whatever its POST came to.
    submitKey: posted?.submitKey ?? draft?.submitKey ?? newIdentifier(),
    // What was posted lies over what was kept: where keeping failed, nothing that was typed is lost from the page.
    values: { ...fields, ...posted?.values },
    problems: problemTexts(t, inFieldOrder(problems)),
    files: fileModels(files),
    captcha,
    alert,
    notice,
    today: today(),
  };
}
