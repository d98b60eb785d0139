import type { RequestHandler } from 'express';
import session from 'express-session';
import { SESSION_DAYS } from '../application/limits.ts';
import type { Services } from '../services.ts';
import { DAY_MS } from '../store/days.ts';
import { SeenSessions } from '../store/sessions.ts';

declare module 'express-session' {
  interface SessionData {
    draftId?: string;
    /** The receipt of what this session sent last. */
    reference?: string;
    /** The receipt number of what another session had sent with the key that this one brought: the number is all it is told. */
    repeated?: string;
    /** The result of the last POST, shown once. */
    notice?: { kind: 'filesUploaded'; count: number } | { kind: 'fileRemoved' } | { kind: 'newCodeReady' };
  }
}

export type SessionDependencies = Pick<Services, 'store' | 'config' | 'secret'>;

/**
 * The visitor's session, on the form's addresses alone; the cookie comes with the first draft. Where the store fails, a POST
 * must not be lost: the request continues without a session and notes the failure. HEAD requests and routes with `onlyLooks`
 * change nothing of the session.
 */
export function formSession(services: SessionDependencies, { onlyLooks = false } = {}): RequestHandler {
  const { sessions } = services.store;
  // Each answer renews the cookie, so that it lives as long as the draft.
  const kept = sessionHandler(services, { store: sessions, rolling: true });
  const seen = sessionHandler(services, { store: new SeenSessions(sessions), rolling: false });
  const isSecure = isSecureSite(services);
  return (request, response, next) => {
    // SITE_URL says whether the visitor's line is safe; a proxy may not pass that on.
    if (isSecure) Object.defineProperty(request, 'secure', { value: true });
    const handler = onlyLooks || request.method === 'HEAD' ? seen : kept;
    let isPast = false;
    handler(request, response, (error?: unknown) => {
      if (error) request.log.error({ reason: String(error) }, 'the session store failed');
      // express-session calls back a second time after the answer where it could not extend the session.
      if (isPast) return;
      isPast = true;
      if (error && request.form) request.form.failure = error as Error;
      next(request.form ? undefined : error);
    });
  };
}

const isSecureSite = ({ config }: SessionDependencies): boolean => config.siteUrl.startsWith('https:');

function sessionHandler(
  services: SessionDependencies,
  keeping: Pick<session.SessionOptions, 'store' | 'rolling'>,
): RequestHandler {
  const secure = isSecureSite(services);
  return session({
    // A neighbour on another host of the domain, or on an unsafe line, can then plant none (RFC 6265bis, section 4.1.3.2).
    name: secure ? '__Host-application' : 'application',
    secret: services.secret,
    resave: false,
    saveUninitialized: false,
    ...keeping,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: SESSION_DAYS * DAY_MS },
  });
}
