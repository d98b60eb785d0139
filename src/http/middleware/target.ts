const ORIGIN = /^https?:\/\/[^/?#@\\]+(?=[/?]|$)/iu;

/** Path of a request target. An absolute address is served by its path, as the Host header is ignored too (RFC 9112, section 3.2.2). */
export function pathOfTarget(target = '/'): string {
  if (target.startsWith('/')) return target;
  const path = target.replace(ORIGIN, '');
  return path === '' || path.startsWith('?') ? `/${path}` : path;
}
