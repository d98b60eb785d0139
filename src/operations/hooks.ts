import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import * as z from 'zod';
import { type BackendPath, CONTRACT_ROOT, paths } from '../content/backend/client.ts';
import { allowMethods, hasBearerToken } from '../http/middleware/access.ts';
import { setKind } from '../http/middleware/request-log.ts';
import { asFailure, httpStatus, SiteError } from '../lib/failures.ts';
import type { Services } from '../services.ts';
import { backendSections } from '../site/sections/index.tsx';

const CONTENT_HOOK = '/hooks/content';

/** Far more than all contract paths in both spellings. */
const MAX_BODY_BYTES = 16 * 1024;

type Dependencies = Pick<Services, 'config' | 'contentHook' | 'metrics'>;

/** Receives changes of content from the backend. Without `CONTENT_HOOK_TOKEN` the URL returns 404. */
export function hooks(services: Dependencies): Router {
  const router = Router({ caseSensitive: true });
  router.all(CONTENT_HOOK, requireToken(services), setKind('machine'), noStore);
  router.all(CONTENT_HOOK, allowMethods('POST'), readJson, announceChange(services), failureAsJson(services));
  return router;
}

const requireToken =
  ({ config }: Dependencies): RequestHandler =>
  (request, _response, next) => {
    if (!hasBearerToken(request, config.contentHookToken)) throw new SiteError('notFound');
    next();
  };

const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

/** Ignores the content type. */
const readJson = express.json({ limit: MAX_BODY_BYTES, type: () => true });

const known = new Map<string, BackendPath>(
  [...Object.values(paths), ...Object.values(backendSections).map(({ path }) => path)].flatMap((path) => [
    [path, path],
    [path.slice(CONTRACT_ROOT.length), path],
  ]),
);

const path = z.string().transform((text, context) => {
  const found = known.get(text);
  if (found === undefined) context.addIssue({ code: 'custom', message: 'is no path of the contract' });
  return found ?? z.NEVER;
});

const unique = (all: BackendPath[]): BackendPath[] => [...new Set(all)];

/** Empty, or the paths whose responses have changed, with or without the contract's root. */
const call = z.strictObject({ paths: z.array(path).min(1).transform(unique).optional() }).default({});

const announceChange =
  ({ contentHook, metrics }: Dependencies): RequestHandler =>
  async (request, response) => {
    const { paths } = call.parse(request.body);
    await contentHook.announce(paths).catch((cause: unknown) => {
      throw new SiteError('storage', { cause, detail: 'not all processes received the change' });
    });
    metrics.contentHooks.inc({ result: 'told' });
    response.status(202).json({ changed: paths ?? 'all' });
  };

/** Sends failures as JSON, because the client is a program. */
const failureAsJson =
  ({ metrics }: Dependencies): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const failure = failureOf(error);
    request.failure = failure;
    metrics.contentHooks.inc({ result: failure.kind === 'storage' ? 'partly' : 'refused' });
    const statusCode = httpStatus(failure.status);
    response.status(statusCode).json({ statusCode, message: messageOf(failure) });
  };

function failureOf(cause: unknown): SiteError {
  if (cause instanceof z.ZodError) return new SiteError('badRequest', { cause });
  const isTooLong = (cause as { type?: unknown } | null)?.type === 'entity.too.large';
  return isTooLong ? new SiteError('bodyTooLarge', { cause }) : asFailure(cause);
}

function messageOf({ kind, cause }: SiteError): string {
  if (cause instanceof z.ZodError) return z.prettifyError(cause);
  return messages[kind as keyof typeof messages] ?? kind;
}

const messages = {
  badRequest: 'the body is no JSON object',
  bodyTooLarge: `the body is over ${MAX_BODY_BYTES} bytes`,
  methodNotAllowed: 'only POST',
  storage: 'not every process and machine received the change: send the request again',
};
