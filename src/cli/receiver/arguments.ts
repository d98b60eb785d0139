import { parseArgs } from 'node:util';
import type { Environment } from '../../environment.ts';
import { UsageError } from '../usage.ts';

const LOOPBACK = '127.0.0.1';
const PORT = '8787';
const MAX_PORT = 65_535;
const SECRET = /^whsec_[A-Za-z0-9+/]+={0,2}$/u;

type Asked = { folder: string; host: string; port: number; secret: string | undefined };

/** What the command line asks for; undefined where that is help. Throws a `UsageError`. */
export function readArguments(args: string[], { FORWARD_SECRET }: Environment): Asked | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [folder = '', ...rest] = positionals;
  if (folder === '' || rest.length > 0) throw new UsageError('one folder is needed');
  const port = Number(values.port ?? PORT);
  if (!(Number.isInteger(port) && port >= 0 && port <= MAX_PORT)) throw new UsageError('--port: no port');
  const secret = values.secret ?? (FORWARD_SECRET || undefined);
  if (secret !== undefined && !SECRET.test(secret))
    throw new UsageError('the secret must be whsec_ and base64');
  return { folder, host: values.host ?? LOOPBACK, port, secret };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { port: text, host: text, secret: text, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}
