import { FIRST_VIEWS, GUARD_SCRIPT, type Page, type SiteAssets } from '../document.model.ts';

const SITE_STYLE = 'css/site.css';
/** Windows whose first view needs the rest of the style. */
const WIDE = '(min-width: 64em)';

type Props = { page: Page; assets: SiteAssets };

/** The style of what a phone shows first, inside the page, and the rest for wide windows, where it stops the first paint. */
export function HeadStyle({ page, assets }: Props) {
  return (
    <>
      <style>{assets[FIRST_VIEWS[page.body.kind === 'home' ? 'home' : 'page']]}</style>
      <link rel="stylesheet" media={WIDE} href={assets[SITE_STYLE]} />
    </>
  );
}

/**
 * Stands where the first view of a phone ends: what is above is painted before this style comes, and nothing below. Firefox
 * waits for it by the script alone.
 */
export function LateStyle({ assets }: Pick<Props, 'assets'>) {
  return (
    <>
      <link rel="stylesheet" media={`not all and ${WIDE}`} href={assets[SITE_STYLE]} />
      <script>{assets[GUARD_SCRIPT]}</script>
    </>
  );
}
