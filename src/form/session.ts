import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import { DAY_MS } from '../lib/days.ts';
import type { Store } from '../store/index.ts';
import { SESSION_DAYS } from './rules/limits.ts';

declare module 'express-session' {
  interface SessionData {
    /** The visitor has begun a draft: express-session keeps no session without data. */
    isKept?: true;
    /** The result of the last POST, shown once. */
    notice?: { kind: 'filesUploaded' | 'fileRemoved' | 'newCodeReady'; count?: number };
  }
}

type Options = { store: Store; secret: string; siteUrl: string };

/** The visitors' sessions, on the form's addresses alone; the cookie comes with the first draft. */
export function createFormSessions({ store, secret, siteUrl }: Options) {
  const isSecure = siteUrl.startsWith('https:');
  const handler = (keeping: Pick<session.SessionOptions, 'store' | 'rolling'>): RequestHandler =>
    session({
      // A neighbour on another host of the domain, or on an unsafe line, can then plant none (RFC 6265bis, section 4.1.3.2).
      name: isSecure ? '__Host-application' : 'application',
      secret,
      resave: false,
      saveUninitialized: false,
      ...keeping,
      cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: SESSION_DAYS * DAY_MS },
    });
  // Each answer renews the cookie, so that it lives as long as the draft.
  const kept = handler({ store: store.sessions, rolling: true });
  const seen = handler({ store: store.seenSessions, rolling: false });

  return {
    /** Opens the session of a request; rejects where the store fails. HEAD requests and `onlyLooks` change nothing of it. */
    open(request: Request, response: Response, { onlyLooks = false } = {}): Promise<void> {
      // SITE_URL says whether the visitor's line is safe; a proxy may not pass that on.
      if (isSecure) Object.defineProperty(request, 'secure', { value: true });
      const open = onlyLooks || request.method === 'HEAD' ? seen : kept;
      return new Promise((resolve, reject) => {
        // express-session calls back a second time after the answer where it could not extend the session.
        open(request, response, (error?: unknown) => {
          if (error) request.log.error({ reason: String(error) }, 'the session store failed');
          if (error) reject(error);
          else resolve();
        });
      });
    },
  };
}

export const saveSession = ({ session: own }: Request): Promise<void> =>
  new Promise((resolve, reject) => own.save((error?: unknown) => (error ? reject(error) : resolve())));
