import { FIRST_VIEWS, GUARD_SCRIPT, type Page, type SiteAssets } from '../document.model.ts';

const SITE_STYLE = 'css/site.css';
/** Windows whose first view needs the whole style. */
const WIDE = '(min-width: 64em)';

type Props = { page: Page; assets: SiteAssets };

/** The style of a phone's first view is inline; wide windows load the whole style before the first paint. */
export function HeadStyle({ page, assets }: Props) {
  return (
    <>
      <style>{assets[FIRST_VIEWS[page.body.kind === 'home' ? 'home' : 'page']]}</style>
      <link rel="stylesheet" media={WIDE} href={assets[SITE_STYLE]} />
    </>
  );
}

/**
 * Placed where the first view of a phone ends: content above is painted before this style loads, content below after it.
 * Firefox waits only because of the script.
 */
export function LateStyle({ assets }: Pick<Props, 'assets'>) {
  return (
    <>
      <link rel="stylesheet" media={`not all and ${WIDE}`} href={assets[SITE_STYLE]} />
      <script>{assets[GUARD_SCRIPT]}</script>
    </>
  );
}
