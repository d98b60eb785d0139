import type { Request } from 'express';

/** Whether htmx asks, which puts a part of a page in its place and wants no whole one. */
export const isFragmentAsked = (request: Request): boolean => request.get('HX-Request') === 'true';
