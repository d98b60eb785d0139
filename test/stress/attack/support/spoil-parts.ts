import { mutated } from '../../../../src/applications/uploads/checks/testing/mutate.ts';
import { samples } from '../../../../src/applications/uploads/checks/testing/samples.ts';
import type { Random } from '../../../support/random.ts';
import { disposition, field, file, type Part } from './bodies.ts';
import { type Post, pick } from './good-post.ts';
import { contentTypes, names, partHeads, requestHeaders } from './hostile-words.ts';

type Spoil = (post: Post, random: Random) => void;

const MANY = 2000;
const VALUE = Buffer.from('value '.repeat(100));

const anyPart = ({ parts }: Post, random: Random): Part => pick(parts, random);

const manyParts: readonly ((index: number) => Part)[] = [
  (index) => field(`f${index}`, ''),
  () => field('companyName', 'the same'),
  (index) => file(`${index}.pdf`, Buffer.alloc(0)),
  (index) => file(`${index}.exe`, Buffer.from('MZ')),
  () => file('', Buffer.alloc(0)),
  () => file('x.pdf', Buffer.from('x'), 'another'),
  () => ({ head: ['X: y'], content: Buffer.alloc(0) }),
  () => ({ head: [disposition('name="')], content: Buffer.alloc(0) }),
];

function addParts({ parts }: Post, random: Random): void {
  const make = pick(manyParts, random);
  const count = random(8) === 0 ? MANY : 10 + random(60);
  const added = Array.from({ length: count }, (_, index) => make(index));
  if (random(2) === 0) parts.push(...added);
  else parts.unshift(...added);
}

/** Ways to damage the parts and headers of a POST, by the name that failures report. */
export const partSpoils: Readonly<Record<string, Spoil>> = {
  'head of a part': (post, random) => {
    anyPart(post, random).head = [...pick(partHeads, random)];
  },
  'name of a field': (post, random) => {
    anyPart(post, random).head[0] = disposition(`name="${pick(names, random)}"`);
  },
  'name of a file’s field': ({ parts }, random) => {
    parts.push(file('named.pdf', pick(samples, random).content, pick(names, random)));
  },
  'content of a file': ({ parts }, random) => {
    const { extensions, content } = pick(samples, random);
    parts.push(file(`spoilt.${pick(extensions, random)}`, mutated(content, random)));
  },
  'value of a field': (post, random) => {
    anyPart(post, random).content = mutated(VALUE, random);
  },
  'type of the request': ({ headers }, random) => {
    headers['Content-Type'] = pick(contentTypes, random);
  },
  'headers of the request': ({ headers }, random) => {
    Object.assign(headers, pick(requestHeaders, random));
  },
  'parts in another order': ({ parts }, random) => {
    parts.sort(() => random(3) - 1);
  },
  'parts twice': ({ parts }) => {
    parts.push(...parts);
  },
  'many parts': addParts,
};
