import type { Request } from 'express';

/** Whether htmx sent the request, which needs only a part of a page. */
export const isFragmentRequest = (request: Request): boolean => request.get('HX-Request') === 'true';
