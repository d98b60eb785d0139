import { encodePart } from './menu/slug.ts';

type Query = Record<string, string | number | undefined>;

/** An address with parameters added before its fragment; parameters without a value are left out. */
export function withQuery(href: string, parameters: Query): string {
  const [address = '', fragment] = href.split('#');
  const added = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodePart(`${value}`)}`],
  );
  if (added.length === 0) return href;
  const joined = `${address}${address.includes('?') ? '&' : '?'}${added.join('&')}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}
