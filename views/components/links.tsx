/** Paths on a grid of 24 by 24. Colour and size follow the text. */
const LINES = {
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14',
  phone:
    'M6 4h3.5l1.5 4.5-2 1.5a11 11 0 0 0 5 5l1.5-2 4.5 1.5V18a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2z',
  mail: 'M4 6h16v12H4zM4.5 6.5 12 13l7.5-6.5',
  location:
    'M12 21s6.5-6 6.5-11a6.5 6.5 0 0 0-13 0c0 5 6.5 11 6.5 11zM12 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  post: 'M4 9h16v9H4zM4 9l3-4h10l3 4M9.5 13.5h5',
  chat: 'M4 5.5h16v10.5h-8L8 19.5V16H4z',
} as const;

export type IconName = keyof typeof LINES;

/** A decorative icon, hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path d={LINES[name]} />
  </svg>
);

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
