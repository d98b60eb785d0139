import type { Contact } from '../../../views/components/contact-details.tsx';
import { Prose } from '../../../views/components/prose.tsx';
import { Day, type DayModel, Heading, nextLevel } from '../../../views/components/text.tsx';
import type { FormFile } from '../../../views/forms/application-form.model.ts';
import { formatValue } from '../../../views/forms/field-labels.ts';
import { filledFields, type Values } from '../../applications/rules/fields.ts';
import type { Html } from '../../content/text/serialize.ts';
import { GroupContact } from './contact.tsx';
import type { SectionProps } from './section.ts';

type ReceiptContent = { kind: 'receipt'; receipt: ReceiptModel };

export type ReceiptModel = {
  reference: string;
  at: DayModel;
  values: Values;
  files: FormFile[];
  /** URL of the receipt as plain text. */
  fileHref: string;
  /** Names the email address of the receipt; undefined if no email is sent. */
  mailed?: string;
  nextSteps?: Html;
  contact: Contact;
  name: string;
  /** URL of the form, for another application. */
  formHref: string;
};

/** The confirmation of an application: its reference and everything that was submitted. */
export const Receipt = ({ content: { receipt }, level, texts }: SectionProps<ReceiptContent>) => (
  <div className="receipt">
    <p className="section-lead">{texts.sentLead}</p>
    {receipt.mailed && <p className="receipt-mailed">{receipt.mailed}</p>}
    <dl className="receipt-facts">
      <div>
        <dt>{texts.reference}</dt>
        <dd className="receipt-reference">{receipt.reference}</dd>
      </div>
      <div>
        <dt>{texts.submittedAt}</dt>
        <dd>
          <Day day={receipt.at} />
        </dd>
      </div>
    </dl>
    <Heading level={level}>{texts.nextSteps}</Heading>
    {receipt.nextSteps ? (
      <Prose html={receipt.nextSteps} top={nextLevel(level)} />
    ) : (
      <p className="prose">{texts.nextStepsText}</p>
    )}
    <Heading level={level}>{texts.receipt}</Heading>
    <dl className="receipt-fields">
      {filledFields(receipt.values).map((name) => (
        <div key={name}>
          <dt>{texts[name]}</dt>
          <dd>{formatValue(name, receipt.values[name], texts)}</dd>
        </div>
      ))}
      <div>
        <dt>{texts.declareFile}</dt>
        {receipt.files.map(({ id, name, size }) => (
          <dd key={id}>
            <bdi>{name}</bdi> <span className="file-meta">{size}</span>
          </dd>
        ))}
      </div>
    </dl>
    <GroupContact contact={receipt.contact} name={receipt.name} texts={texts} />
    <div className="receipt-next">
      <p>{texts.printHint}</p>
      <p>
        <a href={receipt.fileHref} download>
          {texts.receiptFile}
        </a>
      </p>
      <p>
        <a href={receipt.formHref}>{texts.anotherApplication}</a>
      </p>
    </div>
  </div>
);
