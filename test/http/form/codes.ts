import { createCodeSeal } from '../../../src/form/captcha/sealed-code.ts';
import type { Site } from '../../support/site.ts';
import type { Visitor } from './form-site.ts';

const MINUTE_MS = 60_000;

/** What a visitor reads off the picture of the form before them; undefined if it asks for no code, or the code has expired. */
export const codeOf = ({ services }: Site, client: Visitor): string | undefined =>
  createCodeSeal(services.secret).open(client.inputs().sealedCode)?.captcha;

/** Gives the form before a visitor a code of the test's own; `lifeMs` may be less than nothing. */
export function setCode({ services }: Site, client: Visitor, captcha: string, lifeMs = 10 * MINUTE_MS): void {
  const expiresAt = Date.now() + lifeMs;
  client.inputs().sealedCode = createCodeSeal(services.secret).seal({ captcha, expiresAt });
}
