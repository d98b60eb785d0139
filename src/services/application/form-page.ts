import type { Values } from '../../application/fields.ts';
import { inFieldOrder, type Problem } from '../../application/problems.ts';
import type { DeclareSwitch } from '../../backend/shapes.ts';
import type { MenuNode } from '../../content/menu.ts';
import { readDay } from '../../content/time.ts';
import type { StoredFile } from '../../store/draft-files.ts';
import type { PageContext } from '../context.ts';
import { contactOf } from '../frame.ts';
import type { Services } from '../index.ts';
import { menuPage } from '../menu-page.ts';
import type { Page, SectionContent } from '../page-model.ts';
import { captchaModel, fileModels, problemTexts } from './form-model.ts';
import type { FormRequest } from './form-request.ts';
import type { FormModel } from './model.ts';

type Application = Extract<SectionContent, { kind: 'application' }>;

/** What the form says besides what the draft holds. */
export type Said = { problems?: readonly Problem[]; alert?: FormModel['alert']; notice?: string };

/** Today in Asia/Shanghai, an ISO day: companies are founded on a day of the group's own calendar. */
export const today = (): string => readDay(Date.now()) ?? '';

/** The form's own page while the window is open, or while nobody can say whether it is (no `window`). */
export async function formPage(
  services: Services,
  context: PageContext,
  form: FormRequest,
  said: Said,
  window?: DeclareSwitch,
): Promise<Page> {
  const model = await formModel(services, context, form, said);
  const page = await applicationPage(context, form, { form: model, open: true, ...words(window) });
  const isFaulty = model.problems.length > 0 || model.alert !== undefined;
  if (isFaulty) page.head.title = context.t('errorTitle', { title: page.head.title });
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
  { store, captchaDesk, formTokens }: Services,
  { t }: PageContext,
  { node, draft, posted, trouble }: FormRequest,
  { problems = [], alert, notice }: Said,
): Promise<FormModel> {
  const read = <T>(reading: Promise<T>, otherwise: T): Promise<T> =>
    trouble ? reading.catch(() => otherwise) : reading;
  const id = draft?.id ?? '';
  const [fields, files, code] = await Promise.all([
    read<Partial<Values>>(store.drafts.fields(id), {}),
    read<StoredFile[]>(store.drafts.files(id), []),
    read(captchaDesk.current(id), undefined),
  ]);
  return {
    action: node.path,
    filesAction: `${node.path}/files`,
    token: formTokens.issue(),
    submitKey: draft?.submitKey ?? '',
    // What was posted lies over what was kept: where keeping failed, nothing that was typed is lost from the page.
    values: { ...fields, ...posted?.values },
    problems: problemTexts(t, inFieldOrder(problems)),
    files: fileModels(files),
    captcha: captchaModel(draft, code, posted?.captcha),
    alert,
    notice,
    today: today(),
  };
}
