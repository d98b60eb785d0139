import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares the request's token in constant time. Returns false if no token is configured. */
export function hasBearerToken(request: Request, token: string | undefined): boolean {
  const [, sent] = /^Bearer +(\S+) *$/iu.exec(request.get('Authorization') ?? '') ?? [];
  return token !== undefined && sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}
