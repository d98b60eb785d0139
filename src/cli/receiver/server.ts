import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import multer, { MulterError } from 'multer';
import { MAX_FILE_BYTES, MAX_FILES, MEGABYTE } from '../../application/limits.ts';
import type { ApplicationRecord } from '../../deliveries/record.ts';
import { receiverStatus } from '../../failures.ts';
import type { Tell } from '../print.ts';
import { visibleLine } from '../terminal.ts';
import { beginReceipt, type Receipt } from './receipt.ts';
import { Refusal } from './refusal.ts';

/** All files, and a megabyte for the record and what stands between the parts. */
const MAX_BODY_BYTES = MAX_FILES * MAX_FILE_BYTES + MEGABYTE;
/** A sender that says nothing for so long is gone, in milliseconds; the time of a whole transfer has no limit. */
const SILENCE_MS = 60_000;

type Options = { folder: string; secret: string | undefined; tell: Tell };

type Told = { status: number; said: string };

/** A server that takes what a site forwards, at any address; see `USAGE`. */
export function createReceiver({ folder, secret, tell }: Options): Server {
  const server = createServer({ requestTimeout: 0 }, async (request, response) => {
    const receipt = beginReceipt({ folder, headers: request.headers, secret });
    const { status, said } = await take(request, response, receipt);
    tell(visibleLine(`${status}  ${said}`));
    response.writeHead(status, { connection: 'close', 'content-type': 'text/plain; charset=utf-8' });
    response.end(`${said}\n`);
  });
  return server.setTimeout(SILENCE_MS);
}

async function take(request: IncomingMessage, response: ServerResponse, receipt: Receipt): Promise<Told> {
  try {
    refuseByHead(request);
    await readParts(request, response, receipt);
    return { status: receiverStatus.taken, said: lineOf(await receipt.finish()) };
  } catch (error) {
    const { status, message } = asRefusal(error);
    return { status, said: message };
  } finally {
    await receipt.discard();
  }
}

function refuseByHead({ method, headers }: IncomingMessage): void {
  if (method !== 'POST') throw new Refusal('notPosted', 'applications are sent by POST');
  const length = Number(headers['content-length']);
  if (!(length <= MAX_BODY_BYTES)) throw new Refusal('tooLarge', 'Content-Length is missing or too large');
}

/** Gives the parts to the receipt as they come in. */
function readParts(request: IncomingMessage, response: ServerResponse, receipt: Receipt): Promise<void> {
  const storage: multer.StorageEngine = {
    _handleFile({ body }, { stream }, done) {
      receipt.take(body?.application, stream).then(() => done(null, {}), done);
    },
    _removeFile: (_request, _file, done) => done(null),
  };
  const limits = {
    fileSize: MAX_FILE_BYTES,
    fieldSize: MEGABYTE,
    files: MAX_FILES,
    fields: 1,
    parts: MAX_FILES + 1,
  };
  const read = multer({ storage, limits, defParamCharset: 'utf8' }).array('file');
  return new Promise((resolve, reject) => {
    // It takes what Express gives, and needs nothing of it but Node's own request.
    const [given, answer] = [request, response] as unknown as Parameters<typeof read>;
    read(given, answer, (error: unknown) => {
      if (error) reject(error);
      // All files may be infected: then the record comes alone.
      else resolve(receipt.take(given.body?.application));
    });
  });
}

const TOO_MUCH = ['LIMIT_FILE_SIZE', 'LIMIT_FILE_COUNT', 'LIMIT_PART_COUNT'];

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { message, code } = error as NodeJS.ErrnoException;
  if (error instanceof MulterError)
    return new Refusal(TOO_MUCH.includes(error.code) ? 'tooLarge' : 'incomplete', message);
  // Node and the disk say why by a code; what the parser says has none.
  return code === undefined ? new Refusal('incomplete', message) : new Refusal('broken', code);
}

function lineOf({ reference, companyName, files }: ApplicationRecord): string {
  const infected = files.filter(({ scan }) => scan === 'infected').length;
  const withheld = infected > 0 ? `, ${infected} infected and not sent` : '';
  return `${reference}  ${companyName}  ${files.length} files${withheld}`;
}
