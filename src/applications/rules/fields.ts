/** Decides the rule and the control of a field. `suggested` is a `line` with suggestions. */
export type FieldKind = 'line' | 'lines' | 'suggested' | 'date' | 'phone' | 'email' | 'stage';

export type FieldSpec = {
  kind: FieldKind;
  /** Length in characters (Unicode code points) after trimming. */
  min?: number;
  max: number;
  /** May be empty: its label says so, and an empty value is not shown in receipts. */
  isOptional?: true;
  /** Width of the control; without it, the full column. */
  width?: 'short' | 'medium' | 'long';
  /** A token of HTML's autofill list. Default: `off`. `null` omits the attribute. */
  autoComplete?: string | null;
  /** Height of a control of several lines. */
  rows?: number;
};

/** Receipts and replies need an address. */
type RequiredSpec = FieldSpec & { isOptional?: never };

/**
 * The text fields, in the order of the form, the error summary and the exports. Their texts are in `locales/`: the label under the
 * field's name, the hint, if any, under `{name}Hint`. Each one is a column of the table `applications`.
 */
const table = {
  companyName: { kind: 'line', min: 2, max: 100, autoComplete: 'organization' },
  companyShortName: { kind: 'line', max: 50, width: 'long' },
  registrationPlace: { kind: 'line', max: 200 },
  establishmentDate: { kind: 'date', max: 100, width: 'short' },
  contactPerson: { kind: 'line', max: 50, width: 'long', autoComplete: 'name' },
  contactPhone: { kind: 'phone', max: 60, width: 'medium', autoComplete: 'tel' },
  // RFC 5321 allows no longer address.
  contactEmail: { kind: 'email', max: 254, width: 'long', autoComplete: 'email' },
  // `off` would hide the suggestions in some browsers.
  industry: { kind: 'suggested', max: 100, width: 'long', autoComplete: null },
  developmentStage: { kind: 'stage', max: 100, width: 'short' },
  companyDescription: { kind: 'lines', max: 2000, rows: 8 },
} satisfies Record<string, FieldSpec> & { contactEmail: RequiredSpec };

export type TextField = keyof typeof table;
export type FieldName = TextField | 'captcha' | 'declareFile';

export const fields: Record<TextField, FieldSpec> = table;
export const textFields = Object.keys(table) as TextField[];
export const fieldNames: FieldName[] = [...textFields, 'captcha', 'declareFile'];

/** The values of `developmentStage`, as they are sent and stored. */
export const stages = ['idea', 'seed', 'early', 'growth', 'mature', 'pre-IPO'] as const;

/** Values of the text fields: as typed in a draft, normalised in an application. */
export type Values = Record<TextField, string>;

export const isOptional = (name: FieldName): boolean =>
  name in fields && !!fields[name as TextField].isOptional;

/** The fields to show of an application: an optional field that was left empty is omitted. */
export const filledFields = (values: Values): TextField[] => textFields.filter((name) => values[name] !== '');
