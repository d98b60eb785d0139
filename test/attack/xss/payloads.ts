import { markup } from './payloads-markup.ts';
import { others } from './payloads-others.ts';
import { urls } from './payloads-urls.ts';

/** Texts that run `__xss()`, or ask for `/xss-marker`, where a site takes them for code; each with how it tries to. */
export type Payload = { technique: string; text: string };

export const payloads: readonly Payload[] = Object.entries({ ...markup, ...urls, ...others }).flatMap(
  ([technique, texts]) => texts.map((text) => ({ technique, text })),
);
