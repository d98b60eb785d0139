import type { Neighbours } from './links.tsx';

export type PaginationModel = Neighbours & {
  label: string;
  status: string;
  pages: { href?: string; text: string; label: string; current: boolean }[];
};

export function Pagination({ pagination }: { pagination?: PaginationModel }) {
  if (!pagination) return null;
  const { label, status, previous, next, pages } = pagination;
  return (
    <nav className="pagination" aria-label={label}>
      <p className="pagination-status">{status}</p>
      {previous && (
        <a className="pagination-step" rel="prev" href={previous.href}>
          <span aria-hidden="true">← </span>
          {previous.text}
        </a>
      )}
      <ol>
        {pages.map(({ href, text, label: pageLabel, current }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
          <li key={index}>
            {href ? (
              <a href={href} aria-label={pageLabel} aria-current={current ? 'page' : undefined}>
                {text}
              </a>
            ) : (
              <span>{text}</span>
            )}
          </li>
        ))}
      </ol>
      {next && (
        <a className="pagination-step" rel="next" href={next.href}>
          {next.text}
          <span aria-hidden="true"> →</span>
        </a>
      )}
    </nav>
  );
}
