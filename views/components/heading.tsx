import type { ReactNode } from 'react';

export type Level = 2 | 3 | 4;
type Props = { level: Level; className?: string; children: ReactNode };

export function Heading({ level, ...rest }: Props) {
  const Tag = `h${level}` as const;
  return <Tag {...rest} />;
}

/** The title of one of a list; its `href` is that of the whole card. */
export const CardTitle = ({ level, href, children }: Omit<Props, 'className'> & { href?: string }) => (
  <Heading level={level} className="card-title">
    {href ? (
      <a className="card-link" href={href}>
        {children}
      </a>
    ) : (
      children
    )}
  </Heading>
);

/** The words above what they tell of. */
export type Words = { title?: string; description?: string };

export const Introduction = ({ title, description, level }: Words & { level: Level }) => (
  <>
    {title && (
      <Heading level={level} className="common-title">
        {title}
      </Heading>
    )}
    {description && <p className="section-lead">{description}</p>}
  </>
);

/** The level of headings under one of this level. */
export const below = (level: Level): Level => (level === 2 ? 3 : 4);
