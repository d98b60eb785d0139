import type { ReceiptModel } from '../../views/forms/form-model.ts';
import type { Page } from '../../views/page-model.ts';
import { formatMoment } from '../content/time.ts';
import type { PageContext } from '../pages/context.ts';
import { frameOf, trail } from '../pages/frame.ts';
import { headOf } from '../pages/head.ts';
import { pageTwin, switchHref } from '../pages/twin.ts';
import type { Application } from '../store/applications.ts';
import type { FormRequest } from './form-request.ts';
import { fileModels } from './problem-words.ts';

/** The page that confirms an application, to be kept or printed; where only its number is given, that alone. */
export async function sentPage(
  context: PageContext,
  { ground, node }: FormRequest,
  shown: Application | string,
): Promise<Page> {
  const { reader, texts } = context;
  const { language } = reader;
  const frame = frameOf(ground, texts, node, false);
  const formTwin = await pageTwin(context, node);
  const twin = formTwin.exists ? { href: `${formTwin.href}/sent`, exists: false } : formTwin;
  const title = texts.submissionSuccessful;
  return {
    language,
    head: headOf(context, frame, { title, path: `${node.path}/sent`, twin, indexed: false }),
    frame,
    breadcrumbs: trail(ground.menu, node, texts),
    switchHref: switchHref(twin, language),
    body: {
      kind: 'page',
      title,
      contents: [],
      sections: [{ content: { kind: 'receipt', receipt: receiptOf(shown, node.path, language) } }],
    },
  };
}

function receiptOf(
  shown: Application | string,
  formHref: string,
  language: PageContext['reader']['language'],
): ReceiptModel {
  if (typeof shown === 'string') return { reference: shown, formHref };
  const { reference, submittedAt, fields, files } = shown;
  const at = { iso: new Date(submittedAt).toISOString(), text: formatMoment(submittedAt, language) };
  return { reference, sent: { at, values: fields, files: fileModels(files) }, formHref };
}
