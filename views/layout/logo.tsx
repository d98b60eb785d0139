import { use } from 'react';
import { resized } from '../../src/content/resized-pictures.ts';
import { SHOWN } from '../components/picture.tsx';
import { KnownPictures } from '../components/pictures-context.tsx';

/** The group's mark; the name beside it is its text. */
export function Logo({ src }: { src?: string }) {
  const facts = src ? use(KnownPictures)[src] : undefined;
  if (!src) return null;
  const file = facts ? resized(src, facts, SHOWN.mark) : { src };
  return <img {...file} alt="" width="40" height="40" decoding="async" loading="lazy" />;
}
