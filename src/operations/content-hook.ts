import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import * as z from 'zod';
import type { Config } from '../config/config.ts';
import { type BackendPath, CONTRACT_ROOT, paths } from '../content/backend/client.ts';
import { ROOT_PATHS } from '../content/site-paths.ts';
import { allowMethods } from '../http/middleware/allow-methods.ts';
import { setKind } from '../http/middleware/request-log.ts';
import { type FailureKind, httpStatus, SiteError, toSiteError } from '../lib/failures.ts';
import type { Metrics } from '../metrics/site-metrics.ts';
import { backendSections } from '../site/sections/definitions.ts';
import { hasBearerToken } from './bearer-token.ts';

/** Exceeds the length of all contract paths in both forms. */
const MAX_BODY_BYTES = 16 * 1024;

const pathsByName = new Map<string, BackendPath>(
  [...Object.values(paths), ...Object.values(backendSections).map(({ path }) => path)].flatMap((path) => [
    [path, path],
    [path.slice(CONTRACT_ROOT.length), path],
  ]),
);

const pathSchema = z.string().transform((text, context) => {
  const found = pathsByName.get(text);
  if (found === undefined) context.addIssue({ code: 'custom', message: 'is not a path of the contract' });
  return found ?? z.NEVER;
});

/** The paths whose responses have changed, with or without the contract's root. Without paths, all content has changed. */
const changeSchema = z.strictObject({ paths: z.array(pathSchema).min(1).optional() }).default({});

const parseJson = express.json({ limit: MAX_BODY_BYTES, type: () => true });

type ContentHookOptions = {
  isOpen: boolean;
  /** Marks the content of these paths, or all content, as stale. */
  onChange: (paths?: BackendPath[]) => void;
  /** Messages between machines. `onListening` is called whenever earlier messages may have been missed. */
  machines: {
    announce: (text: string) => Promise<void>;
    listen: (handlers: { onText: (text: string) => void; onListening: () => void }) => () => Promise<void>;
  };
};

/** Broadcasts the content changes that one instance receives to all instances, including itself. */
export const createContentHook = ({ isOpen, onChange, machines }: ContentHookOptions) => ({
  /** Rejects if the other instances could not be notified. */
  async announce(paths?: BackendPath[]): Promise<void> {
    onChange(paths);
    await machines.announce(JSON.stringify({ paths }));
  },

  /** Receives the messages of other instances. Returns a stop function. */
  listen(): () => Promise<void> {
    if (!isOpen) return async () => undefined;
    return machines.listen({ onText: (text) => onChange(parsePaths(text)), onListening: () => onChange() });
  },
});

/** Returns undefined, which means all content, for a message of another version of the site that this one cannot parse. */
function parsePaths(text: string): BackendPath[] | undefined {
  try {
    return changeSchema.parse(JSON.parse(text)).paths;
  } catch {
    return undefined;
  }
}

type RouteServices = {
  config: Pick<Config, 'contentHookToken'>;
  contentHook: Pick<ReturnType<typeof createContentHook>, 'announce'>;
  metrics: Pick<Metrics, 'contentHooks'>;
};

/** Receives notifications of content changes from the backend. Without `CONTENT_HOOK_TOKEN` the URL returns 404. */
export function contentHookRoute({ config, contentHook, metrics }: RouteServices) {
  const requireToken: RequestHandler = (request, response, next) => {
    if (!hasBearerToken(request, config.contentHookToken)) throw new SiteError('notFound');
    response.set('Cache-Control', 'no-store');
    next();
  };
  const announceChange: RequestHandler = async (request, response) => {
    const { paths } = changeSchema.parse(request.body);
    await contentHook.announce(paths).catch((cause: unknown) => {
      throw new SiteError('storage', { cause, detail: 'not all processes received the change' });
    });
    metrics.contentHooks.inc({ result: 'told' });
    response.status(202).json({ changed: paths ?? 'all' });
  };
  const sendFailureAsJson: ErrorRequestHandler = (cause, request, response, _next) => {
    const isTooLarge = cause?.type === 'entity.too.large';
    const kind = isTooLarge ? 'bodyTooLarge' : cause instanceof z.ZodError ? 'badRequest' : undefined;
    const failure = kind ? new SiteError(kind, { cause }) : toSiteError(cause);
    request.failure = failure;
    metrics.contentHooks.inc({ result: failure.kind === 'storage' ? 'partly' : 'refused' });
    const statusCode = httpStatus(failure.status);
    const message = cause instanceof z.ZodError ? z.prettifyError(cause) : failureMessages[failure.kind];
    response.status(statusCode).json({ statusCode, message: message ?? failure.kind });
  };
  return Router({ caseSensitive: true })
    .all(ROOT_PATHS.contentHook, requireToken, setKind('machine'))
    .all(ROOT_PATHS.contentHook, allowMethods('POST'), parseJson, announceChange, sendFailureAsJson);
}

const failureMessages: Partial<Record<FailureKind, string>> = {
  badRequest: 'the body is not a JSON object',
  bodyTooLarge: `the body is over ${MAX_BODY_BYTES} bytes`,
  methodNotAllowed: 'only POST',
  storage: 'not every machine received the change: send the request again',
};
