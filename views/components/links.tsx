export type Link = { href: string; text: string };
/** The link to the whole of what is shown in part; `about` names it for screen readers. */
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
