import type { Link } from './links.tsx';

export function Breadcrumbs({ links, label }: { links: Link[]; label: string }) {
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
