import type { Page } from '../../views/document.model.ts';
import type { ReceiptModel } from '../../views/sections/section.model.ts';
import { formatMoment } from '../content/time.ts';
import { translate } from '../i18n/set-up.ts';
import { pageAlternate } from '../pages/alternate.ts';
import { buildPage } from '../pages/head.ts';
import { layoutOf, trail } from '../pages/layout.ts';
import type { PageContext } from '../pages/page-context.ts';
import type { SentApplication } from '../store/applications.ts';
import type { FormRequest } from './form-request.ts';
import { fileModels } from './problem-words.ts';

/** The page that confirms an application, to be kept or printed; where only its number is given, that alone. `isMailed`: by mail too. */
export async function sentPage(
  context: PageContext,
  { siteData, node }: FormRequest,
  shown: SentApplication | string,
  isMailed: boolean,
): Promise<Page> {
  const { reader, texts } = context;
  const formAlternate = await pageAlternate(context, node);
  const alternate = formAlternate.exists
    ? { href: `${formAlternate.href}/sent`, exists: false }
    : formAlternate;
  const title = texts.submissionSuccessful;
  return buildPage(context, {
    title,
    path: `${node.path}/sent`,
    alternate,
    indexed: false,
    layout: layoutOf(siteData, texts, node, false),
    breadcrumbs: trail(context, node),
    body: {
      kind: 'page',
      title,
      contents: [],
      sections: [
        { content: { kind: 'receipt', receipt: receiptOf(shown, node.path, reader.language, isMailed) } },
      ],
    },
  });
}

function receiptOf(
  shown: SentApplication | string,
  formHref: string,
  language: PageContext['reader']['language'],
  isMailed: boolean,
): ReceiptModel {
  if (typeof shown === 'string') return { reference: shown, formHref };
  const { reference, submittedAt, fields, files } = shown;
  const at = { iso: new Date(submittedAt).toISOString(), text: formatMoment(submittedAt, language) };
  const mailed = isMailed ? translate(language, 'receiptMailed', { email: fields.contactEmail }) : undefined;
  const fileHref = `${formHref}/receipt.txt`;
  return { reference, sent: { at, values: fields, files: fileModels(files), fileHref, mailed }, formHref };
}
