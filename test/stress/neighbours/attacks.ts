import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { buildPdf, pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { DEMO_FORM, formClient, goodFields, TEST_ANSWER } from '../../support/form-client.ts';
import { BOUNDARY, MULTIPART, multipart } from '../../support/multipart.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { metadataOf, tusClient } from '../../support/tus-client.ts';
import { endlessPdf, handmade } from '../attack/hostile-files.ts';
import { hold, repeat, requestOften, type Target } from './attack.ts';

const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };
const CROSS_SITE = { 'Sec-Fetch-Site': 'cross-site' };
const MEGABYTE = 1024 * 1024;
const PDF = buildPdf();
const DRAFTS = 20;

const headOf = (headers: Record<string, string>, path = DEMO_FORM, method = 'POST'): string => {
  const lines = Object.entries({ Host: '127.0.0.1', 'Content-Type': MULTIPART, ...headers });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
};

/** Builds the start of a POST with 24 long texts, which never ends. */
function longTexts(headers: Record<string, string>): Buffer {
  const fields = Array.from({ length: 24 }, (_, at) => [`field${at}`, 'x'.repeat(255 * 1024)] as const);
  const body = multipart(fields).subarray(0, -100);
  return Buffer.concat([Buffer.from(headOf({ 'Content-Length': `${body.length * 2}`, ...headers })), body]);
}

/** Opens the form, begins a draft and returns its client. */
async function begin(port: number) {
  const client = formClient(port);
  await client.get();
  await client.post({ button: { action: 'begin' }, headers: SAME_ORIGIN });
  return client;
}

const post = (port: number, fields: [string, string][], headers: Record<string, string> = SAME_ORIGIN) => {
  const body = multipart(fields);
  return rawRequest(port, DEMO_FORM, {
    method: 'POST',
    headers: { 'Content-Type': MULTIPART, 'Content-Length': `${body.length}`, ...headers },
    body,
  });
};

const beginAll = (port: number) => Promise.all(Array.from({ length: DRAFTS }, () => begin(port)));

/** Sends files from drafts of as many sessions, one file after another. */
async function sendFiles({ port, signal }: Target, files: readonly { name: string; content: Buffer }[]) {
  const clients = await beginAll(port);
  const sendAll = async (client: (typeof clients)[number]) => {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const file = files[turn % files.length];
      if (file)
        await client
          .post({ files: [file], button: { action: 'upload' }, headers: SAME_ORIGIN })
          .catch(() => undefined);
    }
  };
  await Promise.all(clients.map(sendAll));
}

/** Names an upload that nobody sends. */
const emptyUpload = {
  'Upload-Length': `${10 * MEGABYTE}`,
  'Upload-Metadata': metadataOf({ filename: 'a.pdf' }),
};

/** Worst behaviour of one visitor, of each kind. Each attack stays below hundreds of requests a second. */
export const attacks: Record<string, (target: Target) => Promise<unknown>> = {
  'holds refused POSTs with long texts': (target) => hold(target, 80, { opening: longTexts(CROSS_SITE) }),
  'holds POSTs with long texts': (target) => hold(target, 80, { opening: longTexts(SAME_ORIGIN) }),
  'sends POSTs from another site': (target) =>
    repeat(target, 100, () => post(target.port, [['companyName', 'x']], CROSS_SITE)),
  'sends POSTs of three bytes': (target) =>
    repeat(target, 100, () =>
      rawRequest(target.port, DEMO_FORM, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': '3',
          ...SAME_ORIGIN,
        },
        body: 'a=1',
      }),
    ),
  'begins drafts': (target) =>
    repeat(target, 60, (turn) => post(target.port, [['companyName', `Company ${turn}`]])),
  'checks fields': (target) =>
    requestOften(target, 100, () => `${DEMO_FORM}?check=companyName`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': '13',
        'HX-Request': 'true',
        ...SAME_ORIGIN,
      },
      body: 'companyName=x',
    }),
  'creates uploads without content': async (target) => {
    const clients = await beginAll(target.port);
    await repeat(target, 60, (turn) => {
      const client = clients[turn % clients.length] as (typeof clients)[number];
      return tusClient(client).request('POST', `${DEMO_FORM}/uploads`, { ...emptyUpload, ...SAME_ORIGIN });
    });
  },
  'holds slow POSTs': (target) =>
    hold(target, 60, {
      opening: `${headOf({ 'Content-Length': `${50 * MEGABYTE}`, ...SAME_ORIGIN })}--${BOUNDARY}\r\nContent-Disposition: form-data; name="declareFile"; filename="a.pdf"\r\n\r\n%PDF-1.7\n`,
      drip: 'x'.repeat(650),
      dripMs: 500,
    }),
  'holds slow bodies to pages': async (target) => {
    const line = (method: string, path: string) => ({
      opening: headOf({ 'Content-Length': '1000000', ...SAME_ORIGIN }, path, method),
      drip: 'x',
    });
    await Promise.all([
      hold(target, 20, line('POST', '/en')),
      hold(target, 20, line('OPTIONS', DEMO_FORM)),
      hold(target, 20, line('DELETE', DEMO_FORM)),
    ]);
  },
  'holds connections without a request': (target) => hold(target, 1050, { opening: 'GET / HTTP/1.1\r\n' }),
  'holds creations of uploads': (target) =>
    hold(target, 80, {
      opening: headOf(
        {
          ...emptyUpload,
          ...SAME_ORIGIN,
          'Tus-Resumable': '1.0.0',
          'Content-Type': 'application/offset+octet-stream',
          'Content-Length': `${10 * MEGABYTE}`,
        },
        `${DEMO_FORM}/uploads`,
      ),
      drip: 'x'.repeat(650),
      dripMs: 500,
    }),
  'sends applications': (target) =>
    repeat(target, 4, async (turn) => {
      const client = formClient(target.port);
      await client.get();
      await client.post({
        fields: { ...goodFields, companyName: `Company ${turn}`, captcha: TEST_ANSWER },
        files: [{ name: 'a.pdf', content: PDF }],
        headers: SAME_ORIGIN,
      });
    }),
  'answers captchas wrongly': (target) =>
    repeat(target, 30, async () => {
      const client = formClient(target.port);
      await client.get();
      await client.post({ fields: { captcha: '12345' }, headers: SAME_ORIGIN });
    }),
  'requests captcha pictures and sounds': async (target) => {
    const { sealedCode } = await formOf(target.port);
    const code = encodeURIComponent(sealedCode ?? '');
    await Promise.all([
      requestOften(target, 60, () => `/captcha/image?code=${code}`),
      requestOften(target, 20, () => `/en/captcha/audio?code=${code}`),
    ]);
  },
  'sends large files': (target) =>
    sendFiles(
      target,
      ['a', 'b'].map((name) => ({ name: `${name}.pdf`, content: pdfOf(10 * MEGABYTE - 1, name) })),
    ),
  'sends files that are never checked, and leaves': (target) => {
    const file = multipart([['companyName', 'x']], [{ name: 'endless.pdf', content: endlessPdf() }]);
    const opening = headOf({ 'Content-Length': `${file.length}`, ...SAME_ORIGIN });
    return repeat(target, 10, async () => {
      const socket = connect(target.port, '127.0.0.1').on('error', () => undefined);
      socket.write(Buffer.concat([Buffer.from(opening), file]));
      await wait(400);
      socket.destroy();
    });
  },
  'sends files that are slow to check': async (target) => sendFiles(target, await handmade()),
  'requests the form': (target) => requestOften(target, 60, () => DEMO_FORM),
  'searches rare words': (target) => requestOften(target, 30, (turn) => `/en/search?keyword=growth${turn}`),
  'requests missing pages and articles': (target) =>
    requestOften(target, 100, (turn) => (turn % 2 === 0 ? `/en/missing-${turn}` : `/en/articles/${turn}99`)),
  'reads responses slowly': (target) =>
    hold(target, 60, { opening: `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(12) }),
};

async function formOf(port: number) {
  const client = formClient(port);
  await client.get();
  return client.inputs();
}
