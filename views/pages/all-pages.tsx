import type { Texts } from '../../src/i18n/set-up.ts';
import { type Link, Pagination } from '../components/links.tsx';
import { Day } from '../components/text.tsx';
import type { AllPagesBody, SiteAssets } from '../document.model.ts';
import { LateStyle } from '../layout/head.tsx';
import { PageHead } from './page-head.tsx';

type Props = { body: AllPagesBody; breadcrumbs: Link[]; texts: Texts; assets: SiteAssets };

/** Links to all pages of the site, grouped by the roots of the menu. */
export function AllPagesPage({ body: { title, groups, pagination }, breadcrumbs, texts, assets }: Props) {
  return (
    <>
      <PageHead title={title} breadcrumbs={breadcrumbs} texts={texts} />
      <LateStyle assets={assets} />
      <div className="wrap">
        {groups.map(({ heading, links }) => (
          <section className="part" key={heading}>
            <h2 className="part-heading" data-reveal="self">
              {heading}
            </h2>
            <div className="prose">
              <ul>
                {links.map(({ href, text, day }) => (
                  <li key={href}>
                    <a href={href}>{text}</a> <Day day={day} />
                  </li>
                ))}
              </ul>
            </div>
          </section>
        ))}
        <Pagination pagination={pagination} />
      </div>
    </>
  );
}
