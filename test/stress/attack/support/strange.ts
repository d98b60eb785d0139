import { Parser } from 'htmlparser2';
import { DIST } from '../../../../src/build/places.ts';
import { readSiteAssets } from '../../../../src/http/response-cache/built-assets.ts';
import { GUARD_SCRIPT } from '../../../../views/document.model.ts';

/** Returns texts that would run code or load resources if they were inserted as HTML. */
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
  parser.end(html.replace(`<script>${readSiteAssets(DIST)[GUARD_SCRIPT]}</script>`, ''));
  return strange;
}
