import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import { cookieName, cookieValues, usesHttps } from '../../http/middleware/cookies.ts';
import { DAY_MS } from '../../lib/days.ts';
import { DRAFT_DAYS } from '../rules/limits.ts';
import type { Store } from '../store/index.ts';

/** Submission result, shown once: catalogue key and number of uploaded files. */
export type Notice = { text: string; count?: number };

declare module 'express-session' {
  interface SessionData {
    /** Set with the first draft: express-session does not store an empty session. */
    isKept?: true;
    notice?: Notice;
  }
}

const SESSION_ID = /^s%3A(?<id>[\w-]+)\./u;

type WithHeaders = Pick<IncomingMessage, 'headers'>;

/** Former cookie name on plain HTTP, which older drafts still need. */
const LEGACY_COOKIE_NAME = 'application';

/** Creates the session middleware, which only the form's URLs use. The first draft sets the cookie. */
export function createFormSessions(store: Store, secret: string, siteUrl: string) {
  const isSecure = usesHttps(siteUrl);
  const name = cookieName('application', siteUrl);
  const createHandler = (storage: Pick<session.SessionOptions, 'store' | 'rolling'>): RequestHandler =>
    session({
      name,
      secret,
      resave: false,
      saveUninitialized: false,
      proxy: isSecure,
      ...storage,
      // The forms of both languages share the session.
      cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: DRAFT_DAYS * DAY_MS },
    });

  const sign = (id: string) => createHmac('sha256', secret).update(id).digest('base64').replaceAll('=', '');
  const isSigned = (value: string): boolean => {
    const { id } = SESSION_ID.exec(value)?.groups ?? {};
    return id !== undefined && value === encodeURIComponent(`s:${id}.${sign(id)}`);
  };

  const names = isSecure ? [name] : [name, LEGACY_COOKIE_NAME];
  /** Returns the cookie that this site signed. Other sites on the domain may set cookies with the same name. */
  const findOwnCookie = (request: WithHeaders): string | undefined =>
    names.flatMap((one) => cookieValues(request, one)).find(isSigned);

  /** Adapts the headers to express-session, which reads the first cookie of its name, and the scheme only from a header. */
  function adaptHeaders({ headers }: Request): void {
    const value = findOwnCookie({ headers });
    if (value !== undefined) headers.cookie = `${name}=${value}; ${headers.cookie}`;
    // SITE_URL determines whether the visitor uses TLS, which a proxy may not forward.
    if (isSecure) headers['x-forwarded-proto'] = 'https';
  }

  // Each response renews the cookie, so that it lasts as long as the draft.
  const writingHandler = createHandler({ store: store.sessions, rolling: true });
  const readingHandler = createHandler({ store: store.readOnlySessions, rolling: false });

  return {
    /** Returns the session id of a cookie that this site signed, without reading the store. */
    sessionIdOf: (request: WithHeaders): string | undefined =>
      SESSION_ID.exec(findOwnCookie(request) ?? '')?.groups?.id,

    /** Opens the session of a request. HEAD requests and `isReadOnly` do not change it. Rejects if the store fails. */
    open(request: Request, response: Response, { isReadOnly = false } = {}): Promise<void> {
      adaptHeaders(request);
      const open = isReadOnly || request.method === 'HEAD' ? readingHandler : writingHandler;
      return new Promise((resolve, reject) => {
        // express-session calls back a second time after the response if it could not extend the session.
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
