import { textFields } from '../../../../src/applications/rules/fields.ts';
import { buildPdf } from '../../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { formClient } from '../../../support/form-client.ts';
import type { Echo } from './watched-browser.ts';

const FORM = '/en/apply';
const PDF = buildPdf();

/** Replaces characters that a client cannot send in a header. */
const asHeader = (text: string): string =>
  [...text].map((letter) => (letter >= ' ' && letter <= '~' ? letter : '?')).join('');

/** Returns paths whose responses contain the text. */
export const echoingPaths = (text: string): string[] => {
  const written = encodeURIComponent(text.toWellFormed());
  const word = encodeURIComponent([...text.toWellFormed()].slice(0, 100).join(''));
  return [
    `/en/search?keyword=${word}&page=1&${written}=${written}`,
    `/search?keyword=${written}&page=${written}`,
    `/en/${written}?lang=${written}`,
    `/en/newsroom/insights?page=2&go=${written}`,
  ];
};

type Answered = { text: string; headers: Record<string, unknown> };

/** Omits headers that forbid frames, because such responses are out of scope. */
function echoOf(said: string, { text, headers }: Answered): Echo {
  const kept = ['content-type', 'content-security-policy', 'x-content-type-options'];
  return {
    said,
    html: text,
    headers: Object.fromEntries(kept.map((name) => [name, String(headers[name] ?? '')])),
  };
}

/** Returns responses to submissions, field checks and uploads with a text in every field, file name, button and header. */
export async function formEchoes(port: number, text: string): Promise<Echo[]> {
  const client = formClient(port, FORM);
  const headers = {
    'Accept-Language': asHeader(text),
    Referer: asHeader(text),
    'User-Agent': asHeader(text),
    'HX-Target': asHeader(text),
  };
  await client.get(FORM, headers);
  const fields = Object.fromEntries(textFields.map((name) => [name, text.toWellFormed()]));
  const files = [
    { name: `${text.toWellFormed()}.pdf`, content: PDF },
    { name: `${text.toWellFormed()}.exe`, content: PDF },
    { name: text.toWellFormed(), content: Buffer.from('x') },
  ];
  const judged = await client.post({ fields: { ...fields, captcha: text }, files, headers });
  const field = await client.post({
    fields,
    check: 'companyName',
    headers: { 'HX-Request': 'true' },
  });
  const file = await client.post({
    to: 'files',
    files,
    button: { action: 'upload' },
    headers: { 'HX-Request': 'true' },
  });
  await client.post({ button: { remove: text, [text]: text } });
  const again = await client.get();
  return [judged, field, file, again].map((answer) => echoOf(text, answer));
}
