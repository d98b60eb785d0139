import { mutated } from '../../../../src/applications/uploads/checks/testing/mutate.ts';
import type { Random } from '../../../support/random.ts';
import { bodyOf, headBytes } from './bodies.ts';
import { type Framed, framed } from './framings.ts';
import { goodPost, pick } from './good-post.ts';
import { bodySpoils } from './spoil-body.ts';
import { partSpoils } from './spoil-parts.ts';

/** Sender of a POST, with the cookie and the hidden fields of the form. */
export type Sender = { cookie: string; hidden: Record<string, string> };

/** A request and a description of its changes. */
export type Hostile = Framed & { said: string };

/** Builds a valid POST and damages up to two parts or headers and, half of the time, its bytes. */
export function hostile({ hidden, cookie }: Sender, random: Random): Hostile {
  const post = goodPost(hidden, cookie, random);
  const kinds: string[] = [];
  for (let count = random(3); count > 0; count -= 1) {
    const [kind, spoil] = pick(Object.entries(partSpoils), random);
    spoil(post, random);
    kinds.push(kind);
  }
  let body = bodyOf(post.parts);
  if (kinds.length === 0 || random(2) === 0) {
    const [kind, spoil] = pick(Object.entries(bodySpoils), random);
    body = spoil(body, random);
    kinds.push(kind);
  }
  const { framing, ...sent } = framed(post, body, random);
  return { ...sent, said: [...kinds, framing].join(', ') };
}

/** Builds a valid body with a damaged head, so that it is unknown whether the request is complete. */
export function hostileHead({ hidden, cookie }: Sender, random: Random): Hostile {
  const { headers, parts, path } = goodPost(hidden, cookie, random);
  const body = bodyOf(parts);
  const head = mutated(headBytes({ ...headers, 'Content-Length': `${body.length}` }, path), random);
  return { bytes: Buffer.concat([head, body]), isWhole: false, said: 'head' };
}
