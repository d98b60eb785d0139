import { samples } from '../../../../src/applications/uploads/checks/testing/samples.ts';
import { goodFields } from '../../../support/form-client.ts';
import { MULTIPART } from '../../../support/multipart.ts';
import type { Random } from '../../../support/random.ts';
import { fields, file, type Headers, type Part } from './bodies.ts';

/** A POST before it is serialized. */
export type Post = { path: string; headers: Headers; parts: Part[] };

export function pick<T>(list: readonly T[], random: Random): T {
  const found = list[random(list.length)];
  if (found === undefined) throw new Error('an empty list');
  return found;
}

const paths = ['/en/apply', '/apply', '/en/apply', '/apply/files', '/apply?check=contactEmail'];

const buttons: readonly Record<string, string>[] = [
  { action: 'upload' },
  { action: 'upload' },
  { action: 'submit' },
  { action: 'new-code' },
  { remove: 'no-such-file' },
  {},
];

/** Builds a POST with all fields, up to two files and a button, mostly from the site's own page and a known visitor. */
export function goodPost(hidden: Record<string, string>, cookie: string, random: Random): Post {
  const files = Array.from({ length: random(3) }, () => {
    const { extensions, content } = pick(samples, random);
    return file(`good ${random(1000)}.${extensions[0]}`, content);
  });
  return {
    path: pick(paths, random),
    headers: {
      'Content-Type': MULTIPART,
      ...(random(10) === 0 ? {} : { Cookie: cookie }),
      ...(random(5) === 0 ? {} : { 'Sec-Fetch-Site': 'same-origin' }),
    },
    parts: [...fields({ ...hidden, ...goodFields }), ...files, ...fields(pick(buttons, random))],
  };
}
