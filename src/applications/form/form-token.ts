import { createSigner, formatTime, isCurrent } from '../../lib/signer.ts';
import { FORM_TOKEN_DAYS } from '../rules/limits.ts';

const FORM_TOKEN = /^(?<signed>(?<time>[0-9a-z]{1,11})\.(?<owner>[\w-]{0,43}))\.(?<signature>[\w-]{43})$/u;

/**
 * Issues and checks the tokens of rendered forms. They distinguish the site's own forms from those of other sites if a browser
 * sends no origin.
 */
export function createFormTokens(secret: string) {
  const { sign, isSigned } = createSigner(secret);
  const ownerOf = (sessionId: string | undefined): string =>
    sessionId === undefined ? '' : sign(`session ${sessionId}`);
  return {
    issue(sessionId: string | undefined, now = Date.now()): string {
      const signed = `${formatTime(now)}.${ownerOf(sessionId)}`;
      return `${signed}.${sign(`form ${signed}`)}`;
    },

    /** Accepts the token of any session from a request without one, because a browser without cookies cannot keep its session. */
    isValid(token: unknown, sessionId: string | undefined, now = Date.now()): boolean {
      const match = FORM_TOKEN.exec(typeof token === 'string' ? token : '')?.groups;
      const { signed, time, owner, signature } = match ?? {};
      if (signed === undefined || time === undefined || signature === undefined) return false;
      const isOwn = sessionId === undefined || owner === ownerOf(sessionId);
      return isOwn && isSigned(`form ${signed}`, signature) && isCurrent(time, FORM_TOKEN_DAYS, now);
    },
  };
}
