import { Icon } from './icon.tsx';

export type Link = { href: string; text: string };
/** Link to the complete content; `about` names it for screen readers. */
export type MoreLink = Link & { about: string };
export type Neighbours = { previous?: Link; next?: Link };

export const LinkList = ({ links, className }: { links: Link[]; className?: string }) => (
  <ul className={className}>
    {links.map(({ href, text }) => (
      <li key={href}>
        <a href={href}>{text}</a>
      </li>
    ))}
  </ul>
);

export const More = ({ href, text, about }: MoreLink) => (
  <a className="more" href={href}>
    {text}
    <span className="visually-hidden">{about}</span>
  </a>
);

type Props = Neighbours & { label: string; previousText: string; nextText: string };

export function Pager({ label, previous, next, previousText, nextText }: Props) {
  if (!previous && !next) return null;
  return (
    <nav className="pager" aria-label={label}>
      {previous && (
        <a className="pager-link" rel="prev" href={previous.href}>
          <span className="pager-label">
            <span aria-hidden="true">← </span>
            {previousText}
          </span>
          <span className="pager-title">{previous.text}</span>
        </a>
      )}
      {next && (
        <a className="pager-link pager-next" rel="next" href={next.href}>
          <span className="pager-label">
            {nextText}
            <span aria-hidden="true"> →</span>
          </span>
          <span className="pager-title">{next.text}</span>
        </a>
      )}
    </nav>
  );
}

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

/** `meta` is its type and size. */
export type FileModel = { href: string; name: string; meta: string };

/** A file to download. `about` names it for screen readers if its name is generic. */
export function FileLink({ file, about }: { file: FileModel; about?: string }) {
  return (
    <span className="file">
      <a className="file-link" href={file.href}>
        <Icon name="download" />
        {file.name}
        {about && <span className="visually-hidden"> {about}</span>}
      </a>{' '}
      {file.meta && <span className="file-meta">{file.meta}</span>}
    </span>
  );
}
