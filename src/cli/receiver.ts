import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express, { type NextFunction, type Request, type Response } from 'express';
import multer, { MulterError } from 'multer';
import { Webhook } from 'standardwebhooks';
import type { ApplicationRecord } from '../applications/deliveries/forward/application-record.ts';
import { MAX_FILE_BYTES, MAX_FILES_PER_POST, MEGABYTE } from '../applications/rules/limits.ts';
import { environmentWith } from '../config/environment.ts';
import { errorCodeOf, isUnusedName, OWNER_ONLY, OWNER_ONLY_FOLDER, syncFolder } from '../lib/files.ts';
import { readJson } from '../lib/json.ts';
import { describeListenError, formatCount } from '../lib/messages.ts';
import { numberFileName } from './applications/export-files.ts';
import { callerDir, EXIT, formatUsageError, parseArguments, toSafeLine } from './terminal.ts';

const USAGE = `Usage: npm run -s receiver -- DIR [--port 8787]

Example of a receiver for FORWARD_URL, on this machine. Writes each application to DIR/REFERENCE: application.json
and the files. Without FORWARD_SECRET in the environment, no signature is checked.

A forward request:

  POST /applications HTTP/1.1
  Idempotency-Key: A-2026-7K4MXQ
  webhook-id: A-2026-7K4MXQ
  webhook-timestamp: 1795416214
  webhook-signature: v1,pwt42zd1geLXUZAt8XRabkukIfs5mV1EUSalORK5SbE=
  Content-Type: multipart/form-data; boundary=plinth-8c30d0b1…

  part "application": {"reference":"A-2026-7K4MXQ","language":"zh","submittedAt":"…","companyName":"…", …,
    "files":[{"name":"计划书.pdf","type":"application/pdf","bytes":480210,"sha256":"ba7816bf…","scan":"clean"}]}
  parts "file": the bytes, in the order of "files", without those whose "scan" is "infected"

The three webhook headers are sent with FORWARD_SECRET: see https://www.standardwebhooks.com. The signature is the base64
of HMAC-SHA256 over {webhook-id}.{webhook-timestamp}. and the bytes of the part "application"; the key is the
base64-decoded text after whsec_.
`;
const HOST = '127.0.0.1';
const MAX_PORT = 65_535;
const FOLDER_NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/u;

const httpError = (status: number, message: string) => Object.assign(new Error(message), { status });
const printLine = (text: string) => void process.stdout.write(`${text}\n`);

function readCommandLine() {
  const options = { port: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  const { values, positionals } = parseArguments({ options, allowPositionals: true });
  const { port = '8787', help } = values;
  if (!help && positionals.length !== 1) throw new Error('name one folder');
  if (!/^\d+$/u.test(port) || Number(port) > MAX_PORT)
    throw new Error(`--port: ${port} is not a port. Use a number up to ${MAX_PORT}`);
  const { FORWARD_SECRET: secret } = environmentWith({}, {});
  const folder = path.resolve(callerDir('receiver'), positionals[0] ?? '');
  return { folder, port: Number(port), webhook: secret ? new Webhook(secret) : undefined, help };
}

function verifyRecord({ body, headers }: Request, webhook: Webhook | undefined): ApplicationRecord {
  const text: unknown = body?.application;
  if (typeof text !== 'string') throw httpError(400, 'the part application is missing');
  try {
    webhook?.verify(text, headers as Record<string, string>);
  } catch (error) {
    throw httpError(401, `signature: ${(error as Error).message}`);
  }
  const record = readJson(text) as ApplicationRecord | undefined;
  if (!FOLDER_NAME.test(record?.reference ?? '') || !Array.isArray(record?.files))
    throw httpError(400, 'the part application is not a record');
  if (headers['idempotency-key'] !== record.reference)
    throw httpError(400, 'Idempotency-Key is not the reference of the record');
  return record;
}

/** Prefixes file names with their position to make them unique. The record lists infected files, but they are not sent. */
function nameFiles({ files }: ApplicationRecord, sent: Express.Multer.File[]): [string, Buffer][] {
  const expected = files.filter(({ scan }) => scan !== 'infected');
  if (expected.length !== sent.length) throw httpError(400, 'the files do not match the record');
  return expected.map(({ name, sha256 }, at): [string, Buffer] => {
    const buffer = sent[at]?.buffer ?? Buffer.alloc(0);
    if (createHash('sha256').update(buffer).digest('hex') !== sha256)
      throw httpError(400, 'the SHA-256 of a file does not match the record');
    return [numberFileName(`${at + 1} ${name}`, 1), buffer];
  });
}

/** Writes the whole application or nothing. */
async function storeApplication(
  folder: string,
  { body, files }: Request,
  record: ApplicationRecord,
): Promise<void> {
  const target = path.join(folder, record.reference);
  if (!isUnusedName(target)) throw httpError(409, 'already received');
  const contents = nameFiles(record, files as Express.Multer.File[]);
  const part = await mkdtemp(path.join(folder, '.part-'));
  try {
    for (const [name, content] of [['application.json', body.application] as const, ...contents])
      await writeFile(path.join(part, name), content, { mode: OWNER_ONLY, flush: true });
    await syncFolder(part);
    await rename(part, target);
    await syncFolder(folder);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

function createReceiver(folder: string, webhook: Webhook | undefined) {
  const limits = { fileSize: MAX_FILE_BYTES, files: MAX_FILES_PER_POST, fieldSize: MEGABYTE, fields: 1 };
  // Buffers files in memory: nothing must be written before the signature is checked.
  const read = multer({ storage: multer.memoryStorage(), limits, defParamCharset: 'utf8' }).array('file');
  const respond = (response: Response, status: number, text: string): void => {
    printLine(toSafeLine(`${status}  ${text}`));
    response.status(status).set('Connection', 'close').type('text').send(`${text}\n`);
  };
  return express()
    .post('/{*path}', read, async (request, response) => {
      const record = verifyRecord(request, webhook);
      await storeApplication(folder, request, record);
      respond(
        response,
        201,
        `${record.reference}  ${record.companyName}  ${formatCount(record.files.length, 'file')}`,
      );
    })
    .use((error: Error & { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
      const isTooLarge = errorCodeOf(error)?.startsWith('LIMIT_FILE_');
      const status = error.status ?? (error instanceof MulterError ? (isTooLarge ? 413 : 400) : 500);
      respond(response, status, error.message);
    });
}

try {
  const { folder, port, webhook, help } = readCommandLine();
  if (help) printLine(USAGE);
  else {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    const server = createReceiver(folder, webhook).listen(port, HOST);
    server.requestTimeout = 0;
    await once(server, 'listening').catch((error: Error) => {
      throw new Error(describeListenError(error, { port, host: HOST }, '--port'));
    });
    printLine(`Listening at http://${HOST}:${(server.address() as AddressInfo).port}/, writing to ${folder}`);
  }
} catch (error) {
  process.stderr.write(`${formatUsageError((error as Error).message, 'npm run -s receiver --')}\n`);
  process.exitCode = EXIT.wrongUsage;
}
