/** A remote service does not respond, but may later. Not for invalid settings. */
export class UnavailableError extends Error {}
