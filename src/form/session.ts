import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import { DAY_MS } from '../lib/days.ts';
import type { Store } from '../store/index.ts';
import { SESSION_DAYS } from './rules/limits.ts';

declare module 'express-session' {
  interface SessionData {
    /** Set with the first draft: express-session stores no session without data. */
    isKept?: true;
    /** Result of the last POST, shown once. */
    notice?: { kind: 'filesUploaded' | 'fileRemoved' | 'newCodeReady'; count?: number };
  }
}

type Options = { store: Store; secret: string; siteUrl: string };

/** Sessions of visitors, only on the form's addresses. The cookie is set with the first draft. */
export function createFormSessions({ store, secret, siteUrl }: Options) {
  const isSecure = siteUrl.startsWith('https:');
  const handler = (storage: Pick<session.SessionOptions, 'store' | 'rolling'>): RequestHandler =>
    session({
      // With this prefix no other host of the domain can set the cookie (RFC 6265bis, section 4.1.3.2).
      name: isSecure ? '__Host-application' : 'application',
      secret,
      resave: false,
      saveUninitialized: false,
      ...storage,
      cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: SESSION_DAYS * DAY_MS },
    });
  // Each response renews the cookie, so that it lives as long as the draft.
  const writing = handler({ store: store.sessions, rolling: true });
  const reading = handler({ store: store.readOnlySessions, rolling: false });

  return {
    /** Opens the session of a request. HEAD requests and `isReadOnly` do not change it. Rejects if the store fails. */
    open(request: Request, response: Response, { isReadOnly = false } = {}): Promise<void> {
      // SITE_URL tells whether the visitor uses TLS; a proxy may not forward that.
      if (isSecure) Object.defineProperty(request, 'secure', { value: true });
      const open = isReadOnly || request.method === 'HEAD' ? reading : writing;
      return new Promise((resolve, reject) => {
        // express-session calls back again after the response if it could not extend the session.
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
