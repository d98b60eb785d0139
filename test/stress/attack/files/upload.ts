import { formClient } from '../../../support/form-client.ts';
import type { SentFile } from '../../../support/multipart.ts';

/** Settings of a site behind a proxy, without rate limits. */
export const BEHIND_PROXY = { TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '1000000' };

export type Answer = { isTaken: boolean; status: number; ms: number; problems: string[] };

export type FormPlace = { port: number; form: string };

/** Opens the form and sends one file from a client address. */
export async function uploadFrom(
  { port, form }: FormPlace,
  address: string,
  file: SentFile,
): Promise<Answer> {
  const client = formClient(port, form);
  const headers = { 'X-Forwarded-For': address, 'Sec-Fetch-Site': 'same-origin' };
  await client.get(form, headers);
  const startedAt = performance.now();
  const { status, problems } = await client.post({ files: [file], to: 'files', headers });
  return { isTaken: status < 400, status, ms: Math.round(performance.now() - startedAt), problems };
}
