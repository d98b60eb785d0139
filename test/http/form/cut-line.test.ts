import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { MEGABYTE } from '../../../src/applications/rules/limits.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { createLimitedServer, HTTP_LIMITS } from '../../../src/http/http-limits.ts';
import { postBytes } from '../../stress/attack/support/bodies.ts';
import { exchange } from '../../stress/attack/support/exchange.ts';
import { expectTidy, openDescriptors, rowsOf } from '../../stress/attack/support/traces.ts';
import { goodFields } from '../../support/form-client.ts';
import { listen } from '../../support/listen.ts';
import { MATRIX } from '../../support/matrix.ts';
import { MULTIPART, multipart } from '../../support/multipart.ts';
import {
  apply,
  arrive,
  begin,
  draftOf,
  FORM,
  fileOf,
  formSiteForFile,
  goodAnswers,
  pdf,
  type Visitor,
} from './form-site.ts';
import { filesShown } from './read-form.ts';

const site = formSiteForFile();
const uploads = () => readdir(path.join(site().dataDir, 'uploads'));

/** Sends the first bytes of a POST, waits until the site has stored them, and closes the connection. */
async function cutAfter(client: Visitor, body: Buffer, bytes: number): Promise<void> {
  const cookie = client.cookie();
  const head = `POST ${FORM} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: ${MULTIPART}\r\nContent-Length: ${body.length}\r\n\r\n`;
  const socket = connect(site().port, '127.0.0.1');
  socket.on('error', () => undefined);
  const before = site().lines.length;
  const part = Buffer.concat([Buffer.from(head), body.subarray(0, bytes)]);
  await new Promise<void>((resolve) => socket.write(part, () => resolve()));
  socket.destroySoon();
  await vi.waitFor(() => expect(site().lines.length).toBeGreaterThan(before), { timeout: 10_000 });
}

const bodyOf = (client: Visitor, ...files: ReturnType<typeof pdf>[]) =>
  multipart(Object.entries({ ...client.inputs(), ...goodAnswers }), files);

/** Waits until an assertion about the draft holds. */
const eventually = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 10_000, interval: 50 });

it('a POST interrupted in its second file loses only that file', async () => {
  const client = await begin(site());
  const body = bodyOf(client, pdf('first.pdf'), fileOf('second.pdf', pdfOf(MEGABYTE)));
  await cutAfter(client, body, body.length - MEGABYTE / 2);
  await eventually(async () => {
    const { names, fields } = await draftOf(site(), client);
    expect({ names, fields }).toEqual({ names: ['first.pdf'], fields: goodFields });
  });
  await eventually(async () =>
    expect((await uploads()).filter((name) => name.endsWith('.part'))).toEqual([]),
  );
  expect(await site().store.applications.list()).toEqual([]);
  const page = await client.get();
  expect(filesShown(page)).toEqual(['first.pdf']);
  expect(client.inputs()).toMatchObject(goodFields);
});

it('stores the complete fields of a POST interrupted between its fields', async () => {
  const client = await begin(site());
  const body = bodyOf(client, pdf('first.pdf'));
  await cutAfter(client, body, body.indexOf('name="industry"') + 'name="industry"\r\n\r\n'.length + 2);
  await eventually(async () => {
    const { fields } = await draftOf(site(), client);
    expect(fields).toMatchObject({
      companyName: goodFields.companyName,
      contactEmail: goodFields.contactEmail,
    });
  });
  const { fields, names } = await draftOf(site(), client);
  expect(fields.companyDescription ?? '').toBe('');
  expect(names).toEqual([]);
});

it('an interrupted first POST does not leave a draft, file or session behind', async () => {
  const client = await arrive(site());
  const rows = () =>
    ['drafts', 'draft_files', 'sessions'].map((table) => rowsOf(site(), `select * from ${table}`));
  const before = { rows: rows(), uploads: await uploads() };
  const body = bodyOf(client, pdf('first.pdf'), fileOf('second.pdf', pdfOf(MEGABYTE)));
  await cutAfter(client, body, body.length - MEGABYTE / 2);
  await eventually(async () => expect({ rows: rows(), uploads: await uploads() }).toEqual(before));
});

it('stores only the complete parts of a stalled POST', {
  tags: MATRIX,
}, async () => {
  const descriptors = await openDescriptors();
  const limits = { ...HTTP_LIMITS, minBodyBytes: 200, bodyIntervalMs: 400 };
  const { port, close } = await listen(createLimitedServer(createApp(site().services), limits));
  onTestFinished(close);
  const client = await begin(site());
  const body = bodyOf(client, pdf('whole.pdf'), fileOf('half.pdf', pdfOf(50_000)));
  const headers = { 'Content-Type': MULTIPART, 'Content-Length': `${body.length}`, Cookie: client.cookie() };
  const { status, closedBy } = await exchange(port, postBytes(headers, body.subarray(0, -20_000), FORM));
  expect([status, closedBy]).toEqual([undefined, 'site']);
  await eventually(async () => {
    const { names, fields } = await draftOf(site(), client);
    expect({ names, fields }).toEqual({ names: ['whole.pdf'], fields: goodFields });
  });
  await expectTidy(site(), descriptors);
});

describe('a connection lost in the first POST of a form after a submission', () => {
  const submitted = async () => {
    const client = await begin(site());
    const files = [pdf('first.pdf'), fileOf('second.pdf', pdfOf(MEGABYTE))];
    const repeated = bodyOf(client, ...files);
    await apply(site(), client);
    await client.get();
    return { client, repeated, body: bodyOf(client, ...files) };
  };

  it('keeps the draft of an interrupted POST after a submission', async () => {
    const { client, body } = await submitted();
    await cutAfter(client, body, body.length - MEGABYTE / 2);
    await eventually(async () => {
      const { names, fields } = await draftOf(site(), client);
      expect({ names, fields }).toEqual({ names: ['first.pdf'], fields: goodFields });
    });
  });

  it('does not keep the draft of an interrupted POST if the same form was submitted', async () => {
    const { client, repeated } = await submitted();
    await cutAfter(client, repeated, repeated.length - MEGABYTE / 2);
    await eventually(() => expect(draftOf(site(), client)).rejects.toThrow('no draft in the session'));
  });
});

it.each([8, 200])('stores the complete parts of a refused body that ends %d bytes early', async (short) => {
  const client = await begin(site());
  const body = bodyOf(client, pdf('first.pdf'), pdf('second.pdf'));
  const part = body.subarray(0, body.length - short);
  const headers = { 'Content-Type': MULTIPART, 'Content-Length': `${part.length}` };
  const { status } = await client.send(FORM, 'POST', headers, part);
  expect(status).toBe(400);
  const { fields, names } = await draftOf(site(), client);
  expect({ fields, first: names[0] }).toEqual({ fields: goodFields, first: 'first.pdf' });
});
