import type { RequestHandler } from 'express';
import { PAYLOAD } from '../content/payload-address.ts';

/** Takes the name away, so that the page's own route answers. */
export const payload: RequestHandler = (request, _response, next) => {
  const { address } = request;
  if (address.segments.at(-1) === PAYLOAD && !address.hasTrailingSlash) {
    request.isPayloadAsked = true;
    address.segments = address.segments.slice(0, -1);
  }
  next();
};
