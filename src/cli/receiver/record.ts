import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import * as z from 'zod';
import type { ApplicationRecord } from '../../deliveries/record.ts';
import { readJson } from '../../lib/read-json.ts';
import { Refusal } from './refusal.ts';

/** It names a folder: nothing else than letters, digits and hyphens. */
const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/u;

/** What the receiver needs of a record; all the rest is written as it came. */
const schema = z.looseObject({
  reference: z.string().regex(REFERENCE),
  files: z.array(
    z.looseObject({ name: z.string(), bytes: z.number(), sha256: z.string(), scan: z.string() }),
  ),
});

/** The record in the part `application`, once its signature is known to be right. Throws a `Refusal`. */
export function readRecord(
  content: Buffer,
  headers: IncomingHttpHeaders,
  secret: string | undefined,
): ApplicationRecord {
  if (secret !== undefined) verify(content, headers, secret);
  const { success, data } = schema.safeParse(readJson(content.toString()));
  if (!success) throw new Refusal('incomplete', 'the part application is no record');
  const keys = [headers['idempotency-key'], ...(secret === undefined ? [] : [headers['webhook-id']])];
  if (keys.some((key) => key !== data.reference))
    throw new Refusal('incomplete', 'Idempotency-Key is not the reference of the record');
  return data as unknown as ApplicationRecord;
}

/** Over the very bytes that came: the same JSON written in another way has another signature. */
function verify(content: Buffer, headers: IncomingHttpHeaders, secret: string): void {
  try {
    new Webhook(secret).verify(content, headers as Record<string, string>, { jsonParse: false });
  } catch (error) {
    throw new Refusal('unsigned', `signature: ${(error as Error).message}`);
  }
}
