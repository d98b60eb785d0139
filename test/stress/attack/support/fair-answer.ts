import type { Answer } from './exchange.ts';

/** Headers that every response must have. */
const SECURITY = [
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'x-frame-options',
];

/** Internals that a response must not show, such as source locations, folders and stack traces. */
const INSIDE = [
  /\bat [\w.<>[\] ]+ \(?[\w/:.]+:\d+:\d+/u,
  /node:internal|node_modules|dist\/\w+\.js/u,
  /\/tmp\/|\/home\/|\/root\//u,
  /sqlite|ENOENT|EACCES|TypeError|RangeError/iu,
];

/** Node's response to an invalid request, which needs no security headers, because it has no body. */
const BARE = /^(?:HTTP\/1\.1 4\d\d [\w ]+\r\n)?Connection: close(?:\r\n)*$/u;

const FIRST_SERVER_STATUS = 500;

/** Returns errors of a response to a hostile request. */
export function faultsOf({ status, head, text }: Pick<Answer, 'status' | 'head' | 'text'>): string[] {
  if (status === undefined) return head + text === '' ? [] : ['no HTTP'];
  const isBare = BARE.test(head) && text === '';
  const missing = SECURITY.filter((name) => !isBare && !new RegExp(`^${name}: ?\\S`, 'imu').test(head));
  const location = /^location: ?(.*)$/imu.exec(head)?.[1];
  const told = INSIDE.filter((pattern) => pattern.test(text) || pattern.test(head)).map(String);
  return [
    ...missing.map((name) => `no ${name}`),
    ...(status >= FIRST_SERVER_STATUS ? [`status ${status}`] : []),
    ...(location !== undefined && !/^\/(?![/\\])/u.test(location) ? [`leads to ${location}`] : []),
    ...(/^set-cookie: (?!(?:__Host-|plinth-)(?:application|lang)=)/imu.test(head)
      ? ['a strange cookie']
      : []),
    ...told.map((pattern) => `tells ${pattern}`),
  ];
}
