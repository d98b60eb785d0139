import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { MEGABYTE } from '../../../src/form/rules/limits.ts';
import { pdfOf } from '../../../src/form/uploads/checks/testing/build-pdf.ts';
import { rowsOf } from '../../attack/support/traces.ts';
import { goodFields } from '../../support/form-client.ts';
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

/** Waits for the expected content of the draft. */
const eventually = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 10_000, interval: 50 });

describe('connection that is cut in the second file', () => {
  it('loses only that file: the first one and the fields before it are stored', async () => {
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
});

describe('connection that is cut among the fields', () => {
  it('stores the complete fields', async () => {
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
});

describe('connection that is cut in the first POST of a visitor', () => {
  it('leaves no draft, file or session behind', async () => {
    const client = await arrive(site());
    const rows = () =>
      ['drafts', 'draft_files', 'sessions'].map((table) => rowsOf(site(), `select * from ${table}`));
    const before = { rows: rows(), uploads: await uploads() };
    const body = bodyOf(client, pdf('first.pdf'), fileOf('second.pdf', pdfOf(MEGABYTE)));
    await cutAfter(client, body, body.length - MEGABYTE / 2);
    await eventually(async () => expect({ rows: rows(), uploads: await uploads() }).toEqual(before));
  });
});

describe('connection that is cut in the first POST of a form after a submission', () => {
  const submitted = async () => {
    const client = await begin(site());
    const files = [pdf('first.pdf'), fileOf('second.pdf', pdfOf(MEGABYTE))];
    const repeated = bodyOf(client, ...files);
    await apply(site(), client);
    await client.get();
    return { client, repeated, body: bodyOf(client, ...files) };
  };

  it('keeps the new draft, because a repeated POST may use it', async () => {
    const { client, body } = await submitted();
    await cutAfter(client, body, body.length - MEGABYTE / 2);
    await eventually(async () => {
      const { names, fields } = await draftOf(site(), client);
      expect({ names, fields }).toEqual({ names: ['first.pdf'], fields: goodFields });
    });
  });

  it('leaves no draft behind if that form was the submitted one', async () => {
    const { client, repeated } = await submitted();
    await cutAfter(client, repeated, repeated.length - MEGABYTE / 2);
    await eventually(() => expect(draftOf(site(), client)).rejects.toThrow('no draft in the session'));
  });
});

describe('body without its last boundary', () => {
  it.each([8, 200])(
    'is refused (%d bytes short), but its fields and complete files are stored',
    async (short) => {
      const client = await begin(site());
      const body = bodyOf(client, pdf('first.pdf'), pdf('second.pdf'));
      const part = body.subarray(0, body.length - short);
      const headers = { 'Content-Type': MULTIPART, 'Content-Length': `${part.length}` };
      const { status } = await client.send(FORM, 'POST', headers, part);
      expect(status).toBe(400);
      const { fields, names } = await draftOf(site(), client);
      expect({ fields, first: names[0] }).toEqual({ fields: goodFields, first: 'first.pdf' });
    },
  );
});
