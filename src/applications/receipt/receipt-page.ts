import type { Request, RequestHandler } from 'express';
import { formatTimestamp } from '../../content/time.ts';
import { redirectToCanonical } from '../../http/middleware/canonical-url.ts';
import { translate } from '../../i18n/set-up.ts';
import { SiteError } from '../../lib/failures.ts';
import type { Services } from '../../services.ts';
import { breadcrumbsTo, buildPage, pageAlternate } from '../../site/layout/build-page.ts';
import { buildLayout, type PageContext } from '../../site/layout/page-context.ts';
import type { Page } from '../../site/layout/render.tsx';
import type { ReceiptModel } from '../../site/sections/receipt.tsx';
import { buildContact } from '../../site/sections/section.ts';
import { buildReceiptFile, loadNextSteps } from '../deliveries/mail/mail-models.ts';
import { renderMailText } from '../deliveries/mail/mail-text.ts';
import type { FormLocation } from '../form/form-request.ts';
import { NEW_FORM_PARAMETER, sendForm, toFileModels } from '../form/page/form-page.ts';
import type { SentApplication } from '../store/applications/applications.ts';

/** Headers that hide the signed link from other sites. Browsers that do not know `same-origin` use the policy before it. */
const PRIVATE_HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer, same-origin' };

/** Serves `/{form}/sent`. Redirects to the form if the URL has no link. */
export function showReceipt(services: Services): RequestHandler {
  return async (request, response) => {
    const { node } = request.form;
    if (redirectToCanonical(`${node.path}/sent`, request, response)) return;
    response.set(PRIVATE_HEADERS);
    const application = await findLinkedApplication(services, request);
    if (!application) return response.redirect(302, node.path);
    const isMailed = await services.store.deliveries.isMailed(application.reference);
    const search = `?receipt=${readReceiptLink(request)}`;
    const context = services.requestContexts.contextOf(request);
    const page = await buildReceiptPage(context, request.form, { application, isMailed, search });
    await sendForm({ services, request, response }, page);
  };
}

/** Serves `/{form}/receipt.txt` in the application's language. */
export function sendReceiptFile(services: Services): RequestHandler {
  return async (request, response) => {
    const { node } = request.form;
    if (redirectToCanonical(`${node.path}/receipt.txt`, request, response)) return;
    response.set(PRIVATE_HEADERS);
    const application = await findLinkedApplication(services, request);
    if (!application) return response.redirect(302, node.path);
    const { reader } = services.requestContexts.contextOf(request);
    const group = await reader.inLanguage(application.language).group();
    const sender = { group, siteUrl: services.config.siteUrl };
    response
      .set({
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Disposition': `attachment; filename="${application.reference}.txt"`,
      })
      // Windows 7 Notepad needs the byte order mark and CRLF.
      .send(`\u{feff}${renderMailText(buildReceiptFile(application, sender)).replaceAll('\n', '\r\n')}`);
  };
}

/** Matches only the link itself, without characters that an email program or a sentence added, such as `。`. */
const RECEIPT_LINK = /^[\w-]+\.\w+\.[\w-]+/u;

function readReceiptLink(request: Request): string | undefined {
  const text = request.parsedUrl.query.get('receipt');
  return text === null ? undefined : (RECEIPT_LINK.exec(text)?.[0] ?? '');
}

/** Returns undefined without a link. Throws for an invalid link or a removed application. */
async function findLinkedApplication(
  { receiptLinks, store }: Services,
  request: Request,
): Promise<SentApplication | undefined> {
  const link = readReceiptLink(request);
  if (link === undefined) return undefined;
  const read = receiptLinks.read(link);
  if ('problem' in read) throw new SiteError('notFound', { text: read.problem });
  const application = await store.applications.get(read.reference).catch((cause: unknown) => {
    throw new SiteError('storage', { cause });
  });
  if (!application) throw new SiteError('notFound', { text: 'receiptLinkExpired' });
  return application;
}

/** `isMailed`: whether the applicant also receives an email. `search`: the signed query of the URL. */
type LinkedApplication = { application: SentApplication; isMailed: boolean; search: string };

async function buildReceiptPage(
  context: PageContext,
  { siteData, node }: FormLocation,
  { application, isMailed, search }: LinkedApplication,
): Promise<Page> {
  const { reader, texts } = context;
  const { language } = reader;
  const [formAlternate, nextSteps] = await Promise.all([pageAlternate(context, node), loadNextSteps(reader)]);
  const alternate = formAlternate.exists
    ? { href: `${formAlternate.href}/sent${search}`, exists: false }
    : formAlternate;
  const title = texts.submissionSuccessful;
  const { reference, submittedAt, fields, files } = application;
  const time = formatTimestamp(submittedAt, language);
  const receipt: ReceiptModel = {
    reference,
    at: { iso: new Date(submittedAt).toISOString(), text: translate(language, 'beijingTime', { time }) },
    values: fields,
    files: toFileModels(files),
    fileHref: `${node.path}/receipt.txt${search}`,
    mailed: isMailed ? translate(language, 'receiptMailed', { email: fields.contactEmail }) : undefined,
    nextSteps: nextSteps?.html,
    contact: buildContact(siteData.group, language),
    name: siteData.group.name,
    formHref: `${node.path}?${NEW_FORM_PARAMETER}`,
  };
  return buildPage(context, {
    title,
    path: `${node.path}/sent`,
    alternate,
    indexed: false,
    layout: buildLayout(siteData, texts, node, false),
    breadcrumbs: breadcrumbsTo(context, node),
    body: { kind: 'page', title, contents: [], sections: [{ content: { kind: 'receipt', receipt } }] },
  });
}
