import type { IncomingHttpHeaders } from 'node:http';
import { sampleApplications } from '../../src/applications/rules/testing/sample-application.ts';
import { allIn, type Element, readNodes, readPage, textOf } from './html.ts';
import { MULTIPART, multipart, type SentFile } from './multipart.ts';
import { rawRequest } from './raw-request.ts';

/** Captcha response that test sites always accept. */
export const TEST_ANSWER = 'right-answer';

/** Settings that accept `TEST_ANSWER` and disable limits by client address. */
export const TEST_SETTINGS = { CAPTCHA_TEST_ANSWER: TEST_ANSWER, RATE_LIMIT_PER_MINUTE: '0' };

/** Path of the form in the demo content. */
export const DEMO_FORM = '/en/work-with-us/application';

export const goodFields: Record<string, string> = sampleApplications.zh;

export type Sending = {
  fields?: Record<string, string>;
  files?: SentFile[];
  /** Name and value of the pressed button. Empty for Enter. */
  button?: Record<string, string>;
  /** Validates only this field. */
  check?: string;
  headers?: Record<string, string>;
  /** Inputs of the page to omit. */
  without?: string[];
};

/** Simulates an old browser with cookies, HTML and multipart bodies, but without Origin and Sec-Fetch headers. */
export function formClient(port: number, path = DEMO_FORM, origin?: string) {
  const cookies = new Map<string, string>();
  let inputs: Record<string, string> = {};
  let receipt = '';

  function remember(headers: IncomingHttpHeaders): void {
    for (const cookie of headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/su);
      cookies.set(name, value);
    }
  }

  /** Returns the value of the `Cookie` header. */
  const cookie = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function send(target: string, method: string, headers: Record<string, string>, body?: Buffer) {
    const known = { ...(cookies.size > 0 && { Cookie: cookie() }), ...(origin && { Origin: origin }) };
    const response = await rawRequest(port, target, { method, headers: { ...known, ...headers }, body });
    remember(response.headers);
    const redirect = response.headers.location ?? response.headers['hx-redirect'];
    if (typeof redirect === 'string' && redirect.includes('/sent?')) receipt = redirect;
    return response;
  }

  /** Parses a response. A form in a fragment replaces the previous one, like htmx. */
  function read(text: string) {
    const form = allIn(readNodes(text), 'form', { id: '_form' })[0];
    if (form) inputs = inputsOf(form);
    else if (text.includes('id="_files"')) Object.assign(inputs, inputsOf(readNodes(text)));
    if (!text.includes('<html')) return emptyPage;
    const page = readPage(text);
    return { ...page, ...formFacts(page.main, form) };
  }

  async function get(target = path, headers: Record<string, string> = {}) {
    const response = await send(target, 'GET', headers);
    return { ...response, ...read(response.text) };
  }

  async function post({ fields = {}, files = [], button = {}, check, headers = {}, without = [] }: Sending) {
    const values = Object.entries({ ...inputs, ...fields, ...button }).filter(
      ([name]) => !without.includes(name),
    );
    const body = multipart(values, files);
    const target = check ? `${path}?check=${check}` : path;
    const described = { 'Content-Type': MULTIPART, 'Content-Length': `${body.length}`, ...headers };
    const response = await send(target, 'POST', described, body);
    // The redirect is not followed, so the new list of files is unknown.
    if (response.status === 303) delete inputs.shownFiles;
    return { ...response, ...read(response.text) };
  }

  return { cookies, cookie, get, post, send, inputs: () => inputs, receipt: () => receipt, path };
}

export type FormClient = ReturnType<typeof formClient>;

const emptyPage = {
  ...({} as ReturnType<typeof readPage>),
  ...formFacts({ tag: '', attributes: {}, children: [] }),
};

function formFacts(main: Element, form?: Element) {
  const summary = allIn(main, 'div', { id: '_problems' })[0];
  const files = allIn(main, 'ul', { id: '_files' })[0];
  return {
    form,
    summary: summary && textOf(summary),
    problems: summary ? allIn(summary, 'li').map(textOf) : [],
    notice: allIn(main, 'p', { id: '_notice' }).map(textOf)[0],
    fileIds: files ? allIn(files, 'button').map(({ attributes }) => attributes.value ?? '') : [],
    fileNames: files ? allIn(files, 'li').map((item) => allIn(item, 'bdi').map(textOf)[0] ?? '') : [],
  };
}

/** Returns the inputs of a form as a browser sends them, without buttons and files. */
function inputsOf(form: Element): Record<string, string> {
  const simple = allIn(form, 'input')
    .filter(({ attributes }) => attributes.type !== 'file' && attributes.name)
    .map(({ attributes }) => [attributes.name, attributes.value ?? '']);
  const areas = allIn(form, 'textarea').map((area) => [
    area.attributes.name,
    textOf(area).replace(/^\n/u, ''),
  ]);
  const selects = allIn(form, 'select').map((select) => {
    const options = allIn(select, 'option');
    const chosen = options.find(({ attributes }) => 'selected' in attributes) ?? options[0];
    return [select.attributes.name, chosen?.attributes.value ?? ''];
  });
  return Object.fromEntries([...simple, ...areas, ...selects]) as Record<string, string>;
}
