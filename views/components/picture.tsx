import { use } from 'react';
import { resized, type Shown } from '../../src/content/pictures.ts';
import { KnownPictures } from './pictures.tsx';

/** How wide a picture is shown: the browser chooses its file before it knows the page's layout. */
export const SHOWN = {
  screen: { sizes: '100vw', most: 2560 },
  wide: { sizes: '(min-width: 1296px) 1200px, 100vw', most: 2560 },
  half: { sizes: '(min-width: 1296px) 600px, (min-width: 768px) 50vw, 100vw', most: 1920 },
  card: { sizes: '(min-width: 1296px) 384px, (min-width: 768px) 50vw, 100vw', most: 1280 },
  small: { sizes: '(min-width: 768px) 240px, 120px', most: 640 },
  mark: { sizes: '48px', most: 160 },
} satisfies Record<string, Shown>;

type Props = {
  src?: string;
  shown: keyof typeof SHOWN;
  /** Empty where the words beside the picture say the same. */
  alt?: string;
  className?: string;
  /** The first picture of a page is fetched at once, all others when they come near. */
  isFirst?: boolean;
};

/** A picture in a frame whose shape the stylesheet keeps, so that nothing moves when it arrives. */
export function Picture({ src, shown, alt = '', className = '', isFirst = false }: Props) {
  const facts = src ? use(KnownPictures)[src] : undefined;
  if (!src) return null;
  const frame = `picture ${facts?.tone ? `tone-${facts.tone}` : ''} ${className}`
    .replace(/\s+/gu, ' ')
    .trim();
  return (
    <span className={frame}>
      <img
        {...(facts ? resized(src, facts, SHOWN[shown]) : { src })}
        alt={alt}
        decoding="async"
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      />
    </span>
  );
}
