import { createSigner, formatTime, isCurrent } from '../../lib/signer.ts';
import { FORM_TOKEN_DAYS } from '../rules/limits.ts';

const FORM_TOKEN = /^(?<time>[0-9a-z]{1,11})\.(?<signature>[\w-]{43})$/u;

/**
 * Issues and checks the tokens of rendered forms. They distinguish the site's own forms from those of other sites if a browser
 * sends no origin.
 */
export function createFormTokens(secret: string) {
  const { sign, isSigned } = createSigner(secret);
  const textOf = (time: string, sessionId: string | undefined): string =>
    sessionId === undefined ? `form ${time}` : `form ${time} of ${sessionId}`;
  return {
    issue(sessionId: string | undefined, now = Date.now()): string {
      const time = formatTime(now);
      return `${time}.${sign(textOf(time, sessionId))}`;
    },

    isValid(token: unknown, sessionId: string | undefined, now = Date.now()): boolean {
      const { time, signature } = FORM_TOKEN.exec(typeof token === 'string' ? token : '')?.groups ?? {};
      if (time === undefined || signature === undefined) return false;
      return isSigned(textOf(time, sessionId), signature) && isCurrent(time, FORM_TOKEN_DAYS, now);
    },
  };
}
