import { sharedSize } from '../src/content/resized-pictures.ts';
import type { Page } from './document.model.ts';

/** The picture that networks show beside a link to the page, in a size that they take where it is known. */
export function SharedPicture({ page: { head, body, pictures = {} } }: { page: Page }) {
  if (!head.image) return null;
  const { origin, pathname } = new URL(head.image);
  const facts = pictures[pathname];
  if (!facts) return <meta property="og:image" content={head.image} />;
  const { href, width, height } = sharedSize(pathname, facts);
  // The home page has no bytes to spare in the first flight of its connection.
  if (body.kind === 'home') return <meta property="og:image" content={origin + href} />;
  return (
    <>
      <meta property="og:image" content={origin + href} />
      <meta property="og:image:width" content={`${width}`} />
      <meta property="og:image:height" content={`${height}`} />
    </>
  );
}
