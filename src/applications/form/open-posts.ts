import type { Request, RequestHandler, Response } from 'express';
import { MemoryStore, type Options } from 'express-rate-limit';
import { addressKey, addressKeys } from '../../http/middleware/rate-limits.ts';
import { MINUTE_MS, SECOND_MS } from '../../lib/days.ts';
import { SiteError } from '../../lib/failures.ts';
import { KILOBYTE } from '../rules/limits.ts';

/**
 * Maximum concurrent POSTs, upload chunks included, counted in memory until body and response end. `perSession`: allows the checks
 * of a form that the browser filled in. `perAddress` and `perNetwork`: visitors without a session.
 */
export const MAX_OPEN_POSTS = { perSession: 20, perAddress: 200, perNetwork: 400, perProcess: 600 };

/**
 * Refused POSTs per minute whose body is read, to show the form with its texts. Beyond it, the response is one sentence and closes
 * the connection. `perClient`: a session, or an address without one.
 */
export const ANSWERED_REFUSALS = { perClient: 300, perProcess: 600 };

/** Speed below which a POST that has run for `SLOW_POST_MS` gives way to a new POST beyond the maximum. */
export const SLOW_POST_BYTES_PER_S = 4 * KILOBYTE;
export const SLOW_POST_MS = 5000;

/** Value of `Retry-After`. */
export const OPEN_POSTS_RETRY_S = 10;

type Scope = { key: string; max: number };
type OpenPost = {
  request: Request;
  response: Response;
  scopes: readonly Scope[];
  startedAt: number;
  bytesBefore: number;
  isRefused?: boolean;
};

export type OpenPosts = ReturnType<typeof createOpenPosts>;

type Dependencies = {
  sessionIdOf: (request: Request) => string | undefined;
  rateLimitPerMinute: number;
};

const PROCESS = 'all';

/**
 * Limits concurrent POSTs, because each uses memory and a slot in the file check queue. Counts a visitor with a session by the
 * session, and others by address and network. RATE_LIMIT_PER_MINUTE=0 disables the limits by address.
 */
export function createOpenPosts({ sessionIdOf, rateLimitPerMinute }: Dependencies) {
  const open = new Map<string, Set<OpenPost>>();
  const counted = new WeakMap<Request, OpenPost>();
  const refusals = new MemoryStore();
  refusals.init({ windowMs: MINUTE_MS } as Options);

  const postsIn = ({ key }: Scope): ReadonlySet<OpenPost> => open.get(key) ?? new Set();

  function remove(post: OpenPost): void {
    for (const { key } of post.scopes) {
      const posts = open.get(key);
      posts?.delete(post);
      if (posts?.size === 0) open.delete(key);
    }
  }

  /** Closes the slowest stalled POST of each full scope. Returns false, and closes none, if a scope has no such POST. */
  function makeRoom(scopes: readonly Scope[]): boolean {
    const full = scopes.filter((scope) => postsIn(scope).size >= scope.max);
    const slowest = full.map((scope) => {
      const posts = postsIn(scope);
      return findSlowest(scope.key === PROCESS ? ofBusiestAddress(posts) : [...posts]);
    });
    const closing = slowest.filter((post) => post !== undefined);
    if (closing.length < full.length) return false;
    for (const post of closing) {
      post.request.socket.destroy();
      remove(post);
    }
    return true;
  }

  /** Counts a POST until its body and its response have ended. */
  function count(request: Request, response: Response, scopes: readonly Scope[]): void {
    const { bytesRead: bytesBefore } = request.socket;
    const post: OpenPost = { request, response, scopes, startedAt: performance.now(), bytesBefore };
    for (const { key } of scopes) open.set(key, (open.get(key) ?? new Set()).add(post));
    counted.set(request, post);
    const { socket } = request;
    const end = () => {
      socket.off('close', end);
      remove(post);
    };
    let isAnswered = false;
    response.once('close', () => {
      isAnswered = true;
      if (request.complete) end();
    });
    request.once('close', () => isAnswered && end());
    // A request whose response precedes the end of its body does not close with its connection.
    socket.once('close', end);
  }

  function addressScopes({ ip }: Request): Scope[] {
    if (rateLimitPerMinute === 0) return [];
    const [address, network] = addressKeys(ip);
    const own = { key: `address ${address}`, max: MAX_OPEN_POSTS.perAddress };
    return network === undefined
      ? [own]
      : [own, { key: `network ${network}`, max: MAX_OPEN_POSTS.perNetwork }];
  }

  const limit: RequestHandler = (request, response, next) => {
    const session = sessionIdOf(request);
    const ofSession = { key: `session ${session}`, max: MAX_OPEN_POSTS.perSession };
    const ofClient = session === undefined ? addressScopes(request) : [ofSession];
    const scopes = [...ofClient, { key: PROCESS, max: MAX_OPEN_POSTS.perProcess }];
    if (!makeRoom(scopes)) {
      response.set('Retry-After', `${OPEN_POSTS_RETRY_S}`);
      throw new SiteError('tooMany');
    }
    count(request, response, scopes);
    next();
  };

  const countRefusal = async (key: string, max: number): Promise<boolean> =>
    (await refusals.increment(key)).totalHits <= max;

  return {
    limit,

    /** Whether the body of a refused POST may be read: it is counted as open, and few others were refused in this minute. */
    async mayReadRefused(request: Request): Promise<boolean> {
      const post = counted.get(request);
      if (!post) return false;
      post.isRefused = true;
      const key = sessionIdOf(request) ?? addressKey(request.ip);
      const isAllowed = rateLimitPerMinute === 0 || (await countRefusal(key, ANSWERED_REFUSALS.perClient));
      return isAllowed && countRefusal(PROCESS, ANSWERED_REFUSALS.perProcess);
    },
  };
}

/** Returns the POSTs of the address that has the most. */
function ofBusiestAddress(posts: ReadonlySet<OpenPost>): OpenPost[] {
  const byAddress = Map.groupBy(posts, ({ request }) => addressKey(request.ip));
  return [...byAddress.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
}

/** Returns a POST whose response is not read, a refused one, or the slowest one whose body stalls. */
function findSlowest(posts: readonly OpenPost[]): OpenPost | undefined {
  const now = performance.now();
  const rateOf = ({ request, bytesBefore, startedAt }: OpenPost) =>
    ((request.socket.bytesRead - bytesBefore) / (now - startedAt)) * SECOND_MS;
  // The server itself pauses a body while earlier files are checked.
  const isStalled = ({ request, startedAt }: OpenPost) =>
    !request.complete && !request.socket.isPaused() && now - startedAt >= SLOW_POST_MS;
  const unread = posts.find(
    ({ response, startedAt }) => response.writableEnded && now - startedAt >= SLOW_POST_MS,
  );
  if (unread) return unread;
  const refused = posts.find((post) => post.isRefused && !post.request.complete);
  if (refused) return refused;
  const [slowest] = posts.filter(isStalled).sort((one, other) => rateOf(one) - rateOf(other));
  return slowest && rateOf(slowest) < SLOW_POST_BYTES_PER_S ? slowest : undefined;
}
