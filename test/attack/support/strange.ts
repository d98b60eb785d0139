import { Parser } from 'htmlparser2';
import { WAITING_SCRIPT } from '../../../views/layout/style.tsx';

/** What a browser would run, or fetch from elsewhere, if a visitor's words were taken for HTML. */
export function strangeIn(html: string): string[] {
  const strange: string[] = [];
  const parser = new Parser({
    onopentag(tag, { src = '', type, ...others }) {
      const isOwn = src.startsWith('/') || src === '';
      const isData = type === 'application/ld+json';
      if (!isOwn || (tag === 'script' && src === '' && !isData)) strange.push(`${tag} ${src}`);
      strange.push(...Object.keys(others).filter((name) => name.startsWith('on')));
    },
  });
  parser.end(html.replace(`<script>${WAITING_SCRIPT}</script>`, ''));
  return strange;
}
