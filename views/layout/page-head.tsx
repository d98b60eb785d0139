import type { ReactNode } from 'react';
import type { Texts } from '../../src/i18n/set-up.ts';
import type { Link } from '../components/links.tsx';
import { Picture } from '../components/picture.tsx';
import { Phrases } from '../components/text.tsx';

type Props = {
  title: string;
  lead?: string;
  picUrl?: string;
  breadcrumbs: Link[];
  texts: Texts;
  children?: ReactNode;
};

/** The top of every page except home: breadcrumbs, title and banner. */
export function PageHead({ title, lead, picUrl, breadcrumbs, texts, children }: Props) {
  return (
    <div className={picUrl ? 'page-head page-head-pictured' : 'page-head'}>
      <div className="page-head-words">
        <Breadcrumbs links={breadcrumbs} label={texts.breadcrumbs} />
        <h1>
          <Phrases text={title} />
        </h1>
        {lead && <p className="lead lines">{lead}</p>}
        {children}
      </div>
      <Picture src={picUrl} display="head" className="page-head-picture" isFirst />
    </div>
  );
}

function Breadcrumbs({ links, label }: { links: Link[]; label: string }) {
  if (links.length === 0) return null;
  return (
    <nav className="breadcrumbs" aria-label={label}>
      <ol>
        {links.map(({ href, text }, index) => (
          <li key={href}>
            {index === links.length - 1 ? <span aria-current="page">{text}</span> : <a href={href}>{text}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
