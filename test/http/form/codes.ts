import { createCodeSeal } from '../../../src/applications/captcha/captcha-codes.ts';
import type { Site } from '../../support/site.ts';
import type { Visitor } from './form-site.ts';

const LIFE_MS = 600_000;

/** Returns the captcha digits of the visitor's form, or undefined if it has no captcha or the code has expired. */
export const codeOf = ({ services }: Site, client: Visitor): string | undefined =>
  createCodeSeal(services.secret).open(client.inputs().sealedCode)?.captcha;

/** Sets a known captcha code in the visitor's form. */
export function setCode({ services }: Site, client: Visitor, captcha: string): void {
  const expiresAt = Date.now() + LIFE_MS;
  client.inputs().sealedCode = createCodeSeal(services.secret).seal({ captcha, expiresAt });
}
