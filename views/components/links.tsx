export type Link = { href: string; text: string };
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
