import { formatTimestamp } from '../../content/time.ts';
import { translate } from '../../i18n/set-up.ts';
import { pageAlternate } from '../../site/layout/alternate.ts';
import { breadcrumbsTo, buildLayout, buildPage } from '../../site/layout/build-page.ts';
import type { PageContext } from '../../site/layout/page-context.ts';
import type { Page } from '../../site/layout/render.tsx';
import type { ReceiptModel } from '../../site/sections/receipt.tsx';
import { buildContact } from '../../site/sections/section.ts';
import type { FormLocation } from '../form/form-request.ts';
import { toFileModels } from '../form/page/form-models.ts';
import { NEW_FORM_PARAMETER } from '../form/page/form-page.ts';
import type { SentApplication } from '../store/applications/applications.ts';
import { loadNextSteps } from './receipt-mail.ts';

/** `isMailed`: whether the applicant also receives an email. `search`: the signed query of the URL. */
type LinkedApplication = { application: SentApplication; isMailed: boolean; search: string };

/** Builds the page that confirms an application. */
export async function buildReceiptPage(
  context: PageContext,
  { siteData, node }: FormLocation,
  { application, isMailed, search }: LinkedApplication,
): Promise<Page> {
  const { reader, texts } = context;
  const [formAlternate, nextSteps] = await Promise.all([pageAlternate(context, node), loadNextSteps(reader)]);
  const alternate = formAlternate.exists
    ? { href: `${formAlternate.href}/sent${search}`, exists: false }
    : formAlternate;
  const title = texts.submissionSuccessful;
  const { group } = siteData;
  const { reference, submittedAt, fields, files } = application;
  const receipt: ReceiptModel = {
    reference,
    at: {
      iso: new Date(submittedAt).toISOString(),
      text: translate(reader.language, 'beijingTime', {
        time: formatTimestamp(submittedAt, reader.language),
      }),
    },
    values: fields,
    files: toFileModels(files),
    fileHref: `${node.path}/receipt.txt${search}`,
    mailed: isMailed
      ? translate(reader.language, 'receiptMailed', { email: fields.contactEmail })
      : undefined,
    nextSteps: nextSteps?.html,
    contact: buildContact(group, reader.language),
    name: group.name,
    formHref: `${node.path}?${NEW_FORM_PARAMETER}`,
  };
  return buildPage(context, {
    title,
    path: `${node.path}/sent`,
    alternate,
    indexed: false,
    layout: buildLayout(siteData, texts, node, false),
    breadcrumbs: breadcrumbsTo(context, node),
    body: {
      kind: 'page',
      title,
      contents: [],
      sections: [{ content: { kind: 'receipt', receipt } }],
    },
  });
}
