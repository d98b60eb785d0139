import type { IncomingHttpHeaders } from 'node:http';
import { PROBLEM_HEADER } from '../../src/applications/rules/form-protocol.ts';
import { renderFiles } from '../../src/site/layout/render.tsx';
import type { FormFile } from '../../views/forms/application-form.model.ts';
import type { Answer } from './fake-form.ts';

/** A request of tus 1.0. `sentAs`: the method before an override. `name`: of the file. */
export type TusRequest = {
  method: string;
  sentAs: string;
  url: string;
  name: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

type Upload = { name: string; bytes: number; received: number };

export type UploadAnswers = {
  /** Returns the response of a proxy, or undefined if it passes the request on. Throws to close the connection. */
  proxy: (request: TusRequest) => Answer | Promise<Answer | undefined> | undefined;
  /** Returns the site's response to a complete file. */
  file: (name: string) => Answer | Promise<Answer>;
};

const TUS = { 'Tus-Resumable': '1.0.0' };

/** Response to a request that never gets one. */
export const NEVER = new Promise<never>(() => {});

export const blockedPage = (status: number): Answer => ({ status, text: '<h1>Blocked</h1>' });
export const closeConnection = (): never => {
  throw new Error('closed by a proxy');
};

export const listed = (...names: string[]): FormFile[] =>
  names.map((name) => ({ id: `id-${name}`, name, size: '1 KB' }));

/** Builds the site's response to a complete file, with the draft's files. */
export const taken = (...names: string[]): Answer => ({
  text: renderFiles({ files: listed(...names), unfinished: [] }, 'en'),
});

/** Creates a draft that accepts every file. */
export function createDraft() {
  const names: string[] = [];
  return (name: string): Answer => {
    names.push(name);
    return taken(...names);
  };
}

/** Builds the site's refusal of a file. */
export const refused = (text: string): Answer => ({ status: 422, headers: { [PROBLEM_HEADER]: '1' }, text });

const nameOf = (metadata: string): string =>
  Buffer.from(/filename (\S+?)(?:,|$)/u.exec(metadata)?.[1] ?? '', 'base64').toString();

/** Implements the part of tus 1.0 that the form's script uses, and records the requests. */
export function createFakeUploads(answers: UploadAnswers) {
  const uploads = new Map<string, Upload>();
  const requests: TusRequest[] = [];

  function create({ url, name, headers }: TusRequest): Answer {
    const location = `${url}/${uploads.size + 1}`;
    uploads.set(location, { name, bytes: Number(headers['upload-length']), received: 0 });
    return { status: 201, headers: { Location: location } };
  }

  async function receive(upload: Upload, { headers, body }: TusRequest): Promise<Answer> {
    if (Number(headers['upload-offset']) !== upload.received) return { status: 409 };
    upload.received += body.length;
    const answer = upload.received === upload.bytes ? await answers.file(upload.name) : { status: 204 };
    return { ...answer, headers: { 'Upload-Offset': `${upload.received}`, ...answer.headers } };
  }

  async function serve(request: TusRequest): Promise<Answer> {
    const { method, url } = request;
    const upload = uploads.get(url);
    if (method === 'POST') return create(request);
    if (!upload) return { status: 404 };
    if (method === 'PATCH') return receive(upload, request);
    if (method === 'DELETE') uploads.delete(url);
    return { headers: { 'Upload-Offset': `${upload.received}` } };
  }

  return {
    requests,

    async respond(sentAs: string, url: string, headers: IncomingHttpHeaders, body: Buffer): Promise<Answer> {
      const method = `${headers['x-http-method-override'] ?? sentAs}`;
      const name = uploads.get(url)?.name ?? nameOf(`${headers['upload-metadata']}`);
      const request = { method, sentAs, url, name, headers, body };
      requests.push(request);
      const blocked = await answers.proxy(request);
      if (blocked) return blocked;
      const answer = await serve(request);
      return { ...answer, headers: { ...TUS, ...answer.headers } };
    },
  };
}
