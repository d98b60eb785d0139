import type { Link } from '../page-model.ts';

type Props = { label: string; previous?: Link; next?: Link; previousText: string; nextText: string };

/** Links to the page before and the page after this one. */
export function Neighbours({ label, previous, next, previousText, nextText }: Props) {
  if (!previous && !next) return null;
  return (
    <nav className="neighbours" aria-label={label}>
      {previous && (
        <a className="neighbour" rel="prev" href={previous.href}>
          <span className="neighbour-label">
            <span aria-hidden="true">← </span>
            {previousText}
          </span>
          <span className="neighbour-title">{previous.text}</span>
        </a>
      )}
      {next && (
        <a className="neighbour neighbour-next" rel="next" href={next.href}>
          <span className="neighbour-label">
            {nextText}
            <span aria-hidden="true"> →</span>
          </span>
          <span className="neighbour-title">{next.text}</span>
        </a>
      )}
    </nav>
  );
}
