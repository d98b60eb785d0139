import type { RequestHandler } from 'express';
import session from 'express-session';
import { SESSION_DAYS } from '../application/limits.ts';
import type { Services } from '../services/index.ts';
import { DAY_MS } from '../store/days.ts';

declare module 'express-session' {
  interface SessionData {
    draftId?: string;
    /** The receipt of what was sent last. */
    reference?: string;
    /** What the last POST did, to be said once. */
    notice?: { kind: 'filesUploaded'; count: number } | { kind: 'fileRemoved' } | { kind: 'newCodeReady' };
  }
}

/**
 * The visitor's session, on the form's addresses alone; the cookie comes with the first draft. Where the store fails, what
 * is posted shall not be lost: the request goes on without a session and knows of the trouble. Where it is `isRolling`,
 * each answer sets the cookie anew, so that it lives as long as the draft.
 */
export function formSession({ config, store, secret }: Services, { isRolling = true } = {}): RequestHandler {
  const isSecure = config.siteUrl.startsWith('https:');
  const handler = session({
    // A neighbour on another host of the domain, or on an unsafe line, can then plant none (RFC 6265bis, section 4.1.3.2).
    name: isSecure ? '__Host-application' : 'application',
    secret,
    store: store.sessions,
    resave: false,
    saveUninitialized: false,
    rolling: isRolling,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: SESSION_DAYS * DAY_MS },
  });
  return (request, response, next) => {
    // SITE_URL says whether the visitor's line is safe; a proxy may not pass that on.
    if (isSecure) Object.defineProperty(request, 'secure', { value: true });
    let isPast = false;
    handler(request, response, (error?: unknown) => {
      if (error) request.log.error({ reason: String(error) }, 'the session store failed');
      // Called again after the answer where only the session's expiry could not be moved.
      if (isPast) return;
      isPast = true;
      if (error && request.form) request.form.trouble = error as Error;
      next(request.form ? undefined : error);
    });
  };
}
