import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a request has the token of a setting, compared in constant time, whatever the lengths; never where none is set. */
export function hasBearerToken(request: Request, token: string | undefined): boolean {
  const [, given] = /^Bearer +(\S+) *$/iu.exec(request.get('Authorization') ?? '') ?? [];
  return token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token));
}
