import { Fragment } from 'react';
import { languageFacts } from '../../src/i18n/languages.ts';
import type { MailLine, MailModel, MailRow } from './mail.model.ts';
import { STYLE_SHEET, styles } from './mail-style.ts';

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
    <body className="paper ink" style={styles.body}>
      <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
        <tbody>
          <tr>
            <td className="paper ink" style={styles.page}>
              <Card mail={mail} />
            </td>
          </tr>
        </tbody>
      </table>
    </body>
  </html>
);

const Card = ({ mail }: Props) => (
  <table
    role="presentation"
    width="100%"
    cellPadding={0}
    cellSpacing={0}
    className="card hairline"
    style={styles.card}
  >
    <tbody>
      <Head mail={mail} />
      <Facts mail={mail} />
      <Details mail={mail} />
      <Foot mail={mail} />
    </tbody>
  </table>
);

const Head = ({ mail: { group, title, lead, language } }: Props) => (
  <>
    <tr>
      <td className="accent" style={styles.head}>
        <p className="ink" style={styles.group(language)}>
          {group}
        </p>
      </td>
    </tr>
    <tr>
      <td style={styles.part}>
        <h1 className="ink" style={styles.title(language)}>
          {title}
        </h1>
        <Sentences sentences={lead} />
      </td>
    </tr>
  </>
);

/** Facts that identify the application. The first one, its reference number, is emphasised. */
const Facts = ({ mail: { facts, language } }: Props) => (
  <tr>
    <td className="wash" style={styles.facts}>
      {facts.map(({ label, lines }, index) => (
        <div key={label} style={styles.fact}>
          <div className="soft" style={styles.factLabel}>
            {label}
          </div>
          <div className="ink" style={index === 0 ? styles.reference(language) : undefined}>
            <Lines lines={lines} />
          </div>
        </div>
      ))}
    </td>
  </tr>
);

const Details = ({ mail: { details, steps, closing, language } }: Props) => (
  <tr>
    <td style={styles.part}>
      {details && (
        <>
          <h2 className="ink" style={styles.heading(language)}>
            {details.heading}
          </h2>
          {details.rows.map((row) => (
            <Row key={row.label} row={row} />
          ))}
        </>
      )}
      {steps && (
        <>
          <h2 className="ink" style={styles.heading(language)}>
            {steps.heading}
          </h2>
          <Sentences sentences={steps.sentences} />
        </>
      )}
      {closing.length > 0 && (
        <div className="hairline" style={styles.closing}>
          <Sentences sentences={closing} />
        </div>
      )}
    </td>
  </tr>
);

const Foot = ({ mail: { group, links } }: Props) => (
  <tr>
    <td className="soft hairline" style={styles.foot}>
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
  <div className="hairline" style={styles.row}>
    <div className="soft label" style={styles.label}>
      {label}
    </div>
    <div className="ink" style={styles.value}>
      <Lines lines={lines} />
    </div>
  </div>
);

/** Lines of a value. Each text is isolated with `bdi`, because it may be right-to-left. */
const Lines = ({ lines }: { lines: MailLine[] }) =>
  lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and the order never changes
    <div key={index} style={line.note === undefined ? undefined : styles.line}>
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
  const [name, style] = isAlarm ? ['bronze', styles.alarm] : ['soft', styles.note];
  return (
    <>
      {' '}
      <span className={name} style={style}>
        {`(${note})`}
      </span>
    </>
  );
}

const Link = ({ href, text }: { href: string; text: string }) => (
  <a className="bronze" href={href} style={styles.link}>
    {text}
  </a>
);

const Sentences = ({ sentences }: { sentences: string[] }) =>
  sentences.map((sentence) => (
    <p key={sentence} className="ink" style={styles.sentence}>
      {sentence}
    </p>
  ));
