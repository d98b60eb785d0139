import { Fragment, type ReactNode } from 'react';
import type { Marked as Parts } from '../../src/content/search/marks.ts';
import { splitPhrases } from '../../src/content/text/plain-text.ts';

export type Level = 2 | 3 | 4;
type Props = { level: Level; className?: string; children: ReactNode };

/** Shows a title whose lines break only between its phrases. */
export const Phrases = ({ text }: { text: string }) =>
  splitPhrases(text).map((phrase, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {phrase}
    </Fragment>
  ));

const withPhrases = (title: ReactNode) => (typeof title === 'string' ? <Phrases text={title} /> : title);

export function Heading({ level, children, ...rest }: Props) {
  const Tag = `h${level}` as const;
  return <Tag {...rest}>{withPhrases(children)}</Tag>;
}

/** Title of a list item; `href` makes the whole card a link. */
export const CardTitle = ({ level, href, children }: Omit<Props, 'className'> & { href?: string }) => (
  <Heading level={level} className="card-title">
    {href ? (
      <a className="card-link" href={href}>
        {withPhrases(children)}
      </a>
    ) : (
      children
    )}
  </Heading>
);

export type TitleAndDescription = { title?: string; description?: string };

export const Introduction = ({ title, description, level }: TitleAndDescription & { level: Level }) => (
  <>
    {title && (
      <Heading level={level} className="common-title">
        {title}
      </Heading>
    )}
    {description && <p className="section-lead lines">{description}</p>}
  </>
);

/** Returns the next lower heading level. */
export const nextLevel = (level: Level): Level => (level === 2 ? 3 : 4);

/** A day or timestamp for machines and as text. */
export type DayModel = { iso: string; text: string };

export function Day({ day, className }: { day?: DayModel; className?: string }) {
  if (!day) return null;
  return (
    <time className={className} dateTime={day.iso}>
      {day.text}
    </time>
  );
}

export function Marked({ parts, isTitle = false }: { parts: Parts; isTitle?: boolean }) {
  return parts.map(({ text, hit }, index) => {
    const content = isTitle ? withPhrases(text) : text;
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
    return <Fragment key={index}>{hit ? <mark>{content}</mark> : content}</Fragment>;
  });
}
