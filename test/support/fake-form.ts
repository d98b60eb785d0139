import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { buildGuard, buildScript, buildStyles } from '../../src/build/assets.ts';
import { securityHeaderList } from '../../src/http/middleware/security-headers.ts';
import { texts } from '../../src/i18n/set-up.ts';
import { bareLayout } from '../../src/site/layout/page-context.ts';
import { type Page, renderForm, renderPage } from '../../src/site/layout/render.tsx';
import type { ApplicationContent } from '../../src/site/sections/application.tsx';
import { FIRST_VIEWS, GUARD_SCRIPT } from '../../views/document.model.ts';
import type { FormModel } from '../../views/forms/application-form.model.ts';
import { createFakeUploads, type UploadAnswers } from './fake-uploads.ts';
import { freshForm } from './fresh-form.ts';
import { listen } from './listen.ts';

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="220" height="80"/>';

export const PATHS = {
  page: '/en/apply',
  uploads: '/en/apply/uploads',
  sent: '/en/apply/sent',
};

/** `check`: the only field to validate. */
export type Post = { path: string; check: string | null; headers: IncomingHttpHeaders; body: FormData };
export type Answer = { status?: number; headers?: Record<string, string>; text?: string };
type Answering = (post: Post) => Answer | Promise<Answer>;

export const formModel = (changes: Partial<FormModel> = {}): FormModel =>
  freshForm({ action: PATHS.page, ...changes });

type Shown = Pick<ApplicationContent, 'form' | 'closed'>;

/** Builds the page of the form without content of a backend. */
export function formPage(shown: Shown, title = 'Apply'): Page {
  const content = { kind: 'application' as const, open: !shown.closed, name: 'The Group', ...shown };
  return {
    language: 'en',
    head: {
      title,
      keywords: '',
      alternates: [],
      openGraphType: 'website',
      jsonLd: [],
      indexed: false,
      script: 'form',
    },
    layout: bareLayout('en', texts('en')),
    breadcrumbs: [],
    switchHref: '/apply?lang=zh',
    body: { kind: 'page', title: 'Apply', contents: [], sections: [{ content }] },
  };
}

/** Builds the response to htmx with the form. */
export const swapped = (changes: Partial<FormModel> = {}, status = 200, title = 'Apply'): Answer => ({
  status,
  text: renderForm(formPage({ form: formModel(changes) }, title)),
});

/** Response to an accepted application. */
export const sent: Answer = { headers: { 'HX-Redirect': PATHS.sent } };

const isBegin = ({ body }: Post): boolean => body.get('action') === 'begin';

const readForm = async (request: IncomingMessage): Promise<FormData> =>
  new Response(await buffer(request), {
    headers: { 'Content-Type': request.headers['content-type'] ?? '' },
  }).formData();

/** Builds scripts and styles once per worker. */
const build = () =>
  Promise.all([
    buildScript('site', { imagesScript: 'data:text/javascript,' }),
    buildScript('form', { imagesScript: 'data:text/javascript,', sendScript: '/send.js' }),
    buildScript('send'),
    buildStyles(),
    buildStyles(`public/${FIRST_VIEWS.page}`).then((style) => Buffer.from(style).toString()),
    buildGuard().then((script) => Buffer.from(script).toString()),
  ]);
let built: ReturnType<typeof build> | undefined;

/** Serves the form with the real scripts and styles, records POSTs, and responds as configured in `answers`. */
export async function startFakeForm(shown: Shown = { form: formModel() }) {
  built ??= build();
  const [site, script, send, styles, firstView, guard] = await built;
  const assets = {
    'js/site.js': '/site.js',
    'js/form.js': '/form.js',
    'css/site.css': '/site.css',
    [FIRST_VIEWS.page]: firstView,
    [GUARD_SCRIPT]: guard,
  };
  const security = securityHeaderList('http://localhost', assets);
  const page = renderPage(formPage(shown), assets, { build: 'build-1' });
  const unexpected: Answering = ({ path }) => {
    throw new Error(`unexpected POST to ${path}`);
  };
  const uploadAnswers: UploadAnswers = {
    proxy: () => undefined,
    file: (name) => {
      throw new Error(`unexpected file ${name}`);
    },
  };
  const answers = { check: unexpected, form: unexpected, begin: unexpected, ...uploadAnswers };
  const uploads = createFakeUploads({
    proxy: (request) => answers.proxy(request),
    file: (name) => answers.file(name),
  });
  const posts: Post[] = [];

  const served: Record<string, [type: string, content: string | Uint8Array]> = {
    [PATHS.page]: ['text/html; charset=utf-8', page],
    [PATHS.sent]: ['text/html; charset=utf-8', '<!DOCTYPE html><title>Sent</title><h1>Sent</h1>'],
    '/site.js': ['text/javascript', site],
    '/form.js': ['text/javascript', script],
    '/send.js': ['text/javascript', send],
    '/site.css': ['text/css', styles],
    '/favicon.ico': ['image/svg+xml', PICTURE],
    '/captcha/image': ['image/svg+xml', PICTURE],
  };

  function answerOf(post: Post): Answer | Promise<Answer> {
    if (isBegin(post)) return answers.begin(post);
    return post.check === null ? answers.form(post) : answers.check(post);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const { method = '', headers } = request;
    const send = ({ status = 200, headers: extra = {}, text = '' }: Answer) =>
      response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...extra }).end(text);
    if (path.startsWith(PATHS.uploads))
      return void send(await uploads.respond(method, path, headers, await buffer(request)));
    if (method === 'POST') {
      const post = { path, check: searchParams.get('check'), headers, body: await readForm(request) };
      posts.push(post);
      return void send(await answerOf(post));
    }
    const [type, content] = served[path] ?? ['text/plain', ''];
    const status = served[path] ? 200 : 404;
    response.writeHead(status, [...security, 'Content-Type', type]).end(content);
  }

  // Ignores uploads that the visitor cancelled. Errors of the test appear as requests without a response.
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const { origin, close } = await listen(server);
  return {
    origin,
    answers,
    posts,
    /** Returns the POSTs of one kind so far. */
    checks: () => posts.filter(({ check }) => check !== null),
    forms: () => posts.filter((post) => post.check === null && !isBegin(post)),
    /** Returns the requests of resumable uploads so far with a method, or all of them. */
    uploads: (...methods: string[]) =>
      uploads.requests.filter(({ method }) => methods.length === 0 || methods.includes(method)),
    stop: close,
  };
}

export type FakeForm = Awaited<ReturnType<typeof startFakeForm>>;
