import type { ReactNode } from 'react';

export type Level = 2 | 3 | 4;
type Props = { level: Level; className?: string; id?: string; children: ReactNode };

export function Heading({ level, ...rest }: Props) {
  const Tag = `h${level}` as const;
  return <Tag {...rest} />;
}

/** The level of headings under one of this level. */
export const below = (level: Level): Level => (level === 2 ? 3 : 4);
