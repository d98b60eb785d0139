/** What a request was for, and nothing of its address. `machine`: what programs read; `error`: what no route knew. */
export const requestKinds = [
  'home',
  'page',
  'article',
  'search',
  'form',
  'captcha',
  'file',
  'media',
  'asset',
  'machine',
  'error',
] as const;

export type RequestKind = (typeof requestKinds)[number];

export const methodClasses = ['read', 'post', 'other'] as const;
/** `cut`: the visitor left before the answer began. */
export const results = ['2xx', '3xx', '4xx', '5xx', 'cut'] as const;

/** Which of `methodClasses` a method is. */
export function methodClass(method: string | undefined): number {
  if (method === 'GET' || method === 'HEAD') return 0;
  return method === 'POST' ? 1 : 2;
}

/** Which of `results` a status is; nothing: there was no answer. */
export const resultOf = (status: number | undefined): number =>
  status === undefined ? results.length - 1 : Math.floor(status / 100) - 2;
