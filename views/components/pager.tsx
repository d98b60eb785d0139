import type { Neighbours } from './links.tsx';

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
