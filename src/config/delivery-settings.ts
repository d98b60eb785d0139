import * as z from 'zod';
import type { Environment } from './environment.ts';
import { headers, urlWithoutUser } from './setting-types.ts';

/** Headers that the forward writes itself, or that HTTP does. */
const OWN_HEADER =
  /^(?:content-(?:type|length)|transfer-encoding|connection|host|expect|idempotency-key|webhook-.*)$/iu;

/** A secret of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64 (https://www.standardwebhooks.com). */
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/u;

const ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/u;
/** An address, or a name and an address in angle brackets. */
const SENDER = /^(?:[^<>\r\n]*<[^\s@<>,;:"]+@[^\s@<>,;:"]+>|[^\s@<>,;:"]+@[^\s@<>,;:"]+)$/u;

const forwardUrl = urlWithoutUser('FORWARD_HEADERS');

const forwardHeaders = headers.refine(
  (given) => !Object.keys(given).some((name) => OWN_HEADER.test(name)),
  'must not name a header that the forward itself writes',
);

const smtpUrl = z
  .string()
  .refine(
    (text) => /^smtps?:\/\//iu.test(text) && URL.canParse(text) && new URL(text).hostname !== '',
    'must be an smtp or smtps URL, such as smtps://user:password@mail.example.com',
  );

const addresses = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  )
  .refine((all) => all.length > 0 && all.every((one) => ADDRESS.test(one)), {
    message: 'must be mail addresses with commas between them',
  });

/** Where applications go: the group's own system, and mail. */
export const deliverySettings = {
  FORWARD_URL: forwardUrl.optional(),
  FORWARD_SECRET: z.string().regex(WEBHOOK_SECRET, 'must be whsec_ and 24 to 64 bytes in base64').optional(),
  FORWARD_HEADERS: forwardHeaders.optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'must be a mail address, or a name and an address in angle brackets')
    .optional(),
  MAIL_TO: addresses.optional(),
};

type Values = z.infer<z.ZodObject<typeof deliverySettings>>;

/** `secret` begins with `whsec_`. */
export type ForwardSettings = { url: string; secret?: string; headers: Record<string, string> };
/** `to`: who at the group gets a mail of each application; empty where only receipts are sent. */
export type MailSettings = { smtpUrl: string; from: string; to: string[] };

export const forwardOf = ({
  FORWARD_URL: url,
  FORWARD_SECRET: secret,
  FORWARD_HEADERS: given = {},
}: Values): ForwardSettings | undefined => (url === undefined ? undefined : { url, secret, headers: given });

export const mailOf = ({
  SMTP_URL: smtpUrl,
  MAIL_FROM: from,
  MAIL_TO: to = [],
}: Values): MailSettings | undefined =>
  smtpUrl === undefined || from === undefined ? undefined : { smtpUrl, from, to };

/** Each of the first needs the second. */
const needs: [name: string, other: string][] = [
  ['FORWARD_SECRET', 'FORWARD_URL'],
  ['FORWARD_HEADERS', 'FORWARD_URL'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['MAIL_TO', 'SMTP_URL'],
];

/** Settings that mean nothing without another one. */
export const deliveryProblems = (given: Environment): string[] =>
  needs
    .filter(([name, other]) => given[name] !== undefined && given[other] === undefined)
    .map(([name, other]) => `${name} needs ${other}`);
