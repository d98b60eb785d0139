import { type ComponentProps, Fragment } from 'react';
import { languageFacts } from '../../src/i18n/languages.ts';
import type { MailLine, MailModel, MailRow } from './mail.model.ts';
import { display, looks, STYLE_SHEET } from './mail-style.ts';

type Props = { mail: MailModel };

/** An email as an HTML document with tables and inline styles, and without external resources. */
export const Mail = ({ mail }: Props) => (
  <html lang={languageFacts[mail.language].tag}>
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <title>{mail.title}</title>
      <style>{STYLE_SHEET}</style>
    </head>
    <body {...looks.body}>
      <Table>
        <tr>
          <td {...looks.page}>
            <Table {...looks.card}>
              <Head mail={mail} />
              <Facts mail={mail} />
              <Details mail={mail} />
              <Foot mail={mail} />
            </Table>
          </td>
        </tr>
      </Table>
    </body>
  </html>
);

const Table = ({ children, ...rest }: ComponentProps<'table'>) => (
  <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} {...rest}>
    <tbody>{children}</tbody>
  </table>
);

const Head = ({ mail: { group, title, lead, language } }: Props) => (
  <>
    <tr>
      <td {...looks.head}>
        <p {...display(language, { fontSize: 17 })}>{group}</p>
      </td>
    </tr>
    <tr>
      <td {...looks.part}>
        <h1 {...display(language, { fontSize: 26 })}>{title}</h1>
        <Sentences sentences={lead} />
      </td>
    </tr>
  </>
);

const REFERENCE = { fontSize: 24, fontVariantNumeric: 'lining-nums tabular-nums' };

/** Facts that identify the application. The first one, its reference number, is emphasised. */
const Facts = ({ mail: { facts, language } }: Props) => (
  <tr>
    <td {...looks.facts}>
      {facts.map(({ label, lines }, index) => (
        <div key={label} {...looks.fact}>
          <div {...looks.factLabel}>{label}</div>
          <div {...(index === 0 ? display(language, REFERENCE) : { className: 'ink' })}>
            <Lines lines={lines} />
          </div>
        </div>
      ))}
    </td>
  </tr>
);

const Details = ({ mail: { details, steps, closing, language } }: Props) => {
  const heading = display(language, { margin: '0 0 8px', fontSize: 20 });
  return (
    <tr>
      <td {...looks.part}>
        {details && <h2 {...heading}>{details.heading}</h2>}
        {details?.rows.map((row) => (
          <Row key={row.label} row={row} />
        ))}
        {steps && <h2 {...heading}>{steps.heading}</h2>}
        {steps && <Sentences sentences={steps.sentences} />}
        {closing.length > 0 && (
          <div {...looks.closing}>
            <Sentences sentences={closing} />
          </div>
        )}
      </td>
    </tr>
  );
};

const Foot = ({ mail: { group, links } }: Props) => (
  <tr>
    <td {...looks.foot}>
      {group}
      {links.map((link) => (
        <Fragment key={link.href}>
          <br />
          <Link {...link} />
        </Fragment>
      ))}
    </td>
  </tr>
);

/** A label and its value, next to each other, or stacked on a phone. */
const Row = ({ row: { label, lines } }: { row: MailRow }) => (
  <div {...looks.row}>
    <div {...looks.label}>{label}</div>
    <div {...looks.value}>
      <Lines lines={lines} />
    </div>
  </div>
);

/** Each line is isolated with `bdi`: it may be right-to-left. */
const Lines = ({ lines }: { lines: MailLine[] }) =>
  lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and the order never changes
    <div key={index} {...(line.note !== undefined && looks.notedLine)}>
      <Words line={line} />
      <Note line={line} />
    </div>
  ));

function Words({ line: { text, href } }: { line: MailLine }) {
  if (text === '') return <br />;
  return href === undefined ? <bdi>{text}</bdi> : <Link href={href} text={text} />;
}

function Note({ line: { note, isAlarm } }: { line: MailLine }) {
  if (note === undefined) return null;
  return (
    <>
      {' '}
      <span {...(isAlarm ? looks.alarm : looks.note)}>{`(${note})`}</span>
    </>
  );
}

const Link = ({ href, text }: { href: string; text: string }) => (
  <a href={href} {...looks.link}>
    {text}
  </a>
);

const Sentences = ({ sentences }: { sentences: string[] }) =>
  sentences.map((sentence) => (
    <p key={sentence} {...looks.sentence}>
      {sentence}
    </p>
  ));
