import type { MailLine, MailRow } from './mail.model.ts';
import { styles } from './mail-style.ts';

/** A label and its value: next to each other, or stacked on a phone. */
export const Row = ({ row: { label, lines } }: { row: MailRow }) => (
  <div className="hairline" style={styles.row}>
    <div className="soft label" style={styles.label}>
      {label}
    </div>
    <div className="ink" style={styles.value}>
      <Lines lines={lines} />
    </div>
  </div>
);

/** Isolates right-to-left text. */
export const Lines = ({ lines }: { lines: MailLine[] }) =>
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

export const Link = ({ href, text }: { href: string; text: string }) => (
  <a className="bronze" href={href} style={styles.link}>
    {text}
  </a>
);

export const Sentences = ({ sentences }: { sentences: string[] }) =>
  sentences.map((sentence) => (
    <p key={sentence} className="ink" style={styles.sentence}>
      {sentence}
    </p>
  ));
