import { createCodeSeal } from '../../../src/applications/captcha/captcha-codes.ts';
import type { Site } from '../../support/site.ts';
import type { Visitor } from './form-site.ts';

/** Returns the captcha digits of the visitor's form, or undefined if it has no captcha or the code has expired. */
export const codeOf = ({ services }: Site, client: Visitor): string | undefined =>
  createCodeSeal(services.secret).open(client.inputs().sealedCode)?.captcha;

/** Sets a captcha code with a leading zero in the visitor's form, and returns it. */
export function setCodeWithZero({ services }: Site, client: Visitor): string {
  const seal = createCodeSeal(services.secret);
  for (;;) {
    const sealed = seal.seal();
    const captcha = seal.open(sealed)?.captcha ?? '';
    client.inputs().sealedCode = sealed;
    if (captcha.startsWith('0')) return captcha;
  }
}
