import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { LONG_POST_BYTES, MAX_LONG_POSTS_PER_SECOND } from '../application/limits.ts';
import { createPace } from '../uploads/pace.ts';

/** One for all of this process. */
const pace = createPace(MAX_LONG_POSTS_PER_SECOND);

/**
 * Begins long POSTs one after another where many come at once. What has not been read waits with who sent it; who does not
 * wait is not answered.
 */
export function longPostsInTurn(turn = pace): RequestHandler {
  return async (request, _response, next) => {
    if (isLong(request.headers)) await turn(1);
    if (!request.destroyed) next();
  };
}

/** A body that does not say how long it is may be. */
function isLong({
  'content-length': length = '0',
  'transfer-encoding': encoding,
}: IncomingHttpHeaders): boolean {
  return encoding !== undefined || Number(length) > LONG_POST_BYTES;
}
