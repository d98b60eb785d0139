import type { Request } from 'express';

/** Whether htmx asks, which needs a part of a page only. */
export const isFragmentAsked = (request: Request): boolean => request.get('HX-Request') === 'true';
