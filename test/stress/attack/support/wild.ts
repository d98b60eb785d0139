import { mutated } from '../../../../src/applications/uploads/checks/testing/mutate.ts';
import type { Random } from '../../../support/random.ts';
import type { Headers } from './bodies.ts';
import { pick } from './good-post.ts';
import { bodies, headerSets, methods, pathPieces, strangeTargets, targets } from './wild-words.ts';

/** A request for any path of the site, before it is serialized. */
type Wild = { method: string; target: string; headers: Headers; body: string };

export function wild(random: Random): Wild {
  const headers: Headers = {};
  for (let count = random(3); count > 0; count -= 1) Object.assign(headers, pick(headerSets, random));
  return {
    method: random(2) === 0 ? 'GET' : pick(methods, random),
    target: random(20) === 0 ? pick(strangeTargets, random) : wildPath(random),
    headers,
    body: random(3) === 0 ? pick(bodies, random) : '',
  };
}

/** Builds a path with up to two strange pieces inserted. */
function wildPath(random: Random): string {
  let path = pick(targets, random);
  for (let count = random(3); count > 0; count -= 1) {
    const at = pick([0, path.length, random(path.length + 1)], random);
    path = path.slice(0, at) + pick(pathPieces, random) + path.slice(at);
  }
  return path;
}

const versions = ['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 x', ''];
const lineEnds = ['\n', '\r', '\n\r'];

/** Mostly returns the usual value, so that the site reaches the other strange parts. */
const seldom = (strange: readonly string[], usual: string, random: Random): string =>
  random(10) === 0 ? pick(strange, random) : usual;

/** Serializes a request, and damages some bytes of every fourth one. */
export function wildBytes({ method, target, headers, body }: Wild, random: Random): Buffer {
  const end = seldom(lineEnds, '\r\n', random);
  const all = Object.entries({ Host: '127.0.0.1', Connection: 'close', ...headers });
  const lines = all.map(([name, value]) => `${name}: ${value}${end}`).join('');
  const head = `${method} ${target} ${seldom(versions, 'HTTP/1.1', random)}${end}${lines}${end}`;
  const bytes = Buffer.from(head + body, random(2) === 0 ? 'utf8' : 'latin1');
  return random(4) === 0 ? mutated(bytes, random) : bytes;
}
