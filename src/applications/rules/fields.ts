/** Rule and control of a field. `suggested` is a `line` with the suggestions `{name}Suggestions`. */
export type FieldKind = 'line' | 'lines' | 'suggested' | 'date' | 'phone' | 'email' | 'choice';

export type FieldSpec = {
  kind: FieldKind;
  /** Values of a `choice`, as sent and stored. Their labels are `{name}Options` in the same order. */
  options?: readonly string[];
  /** In Unicode code points, after trimming. */
  min?: number;
  max: number;
  /** Allows an empty value, which receipts omit. The form adds “(optional)” to the label. */
  isOptional?: true;
  /** Default: the full column. */
  width?: 'short' | 'medium' | 'long';
  /** Default: no attribute, because `off` prevents browsers from restoring the text. */
  autoComplete?: string;
  rows?: number;
};

/** Receipts and replies need the email address. */
type RequiredSpec = FieldSpec & { isOptional?: never };

/** Text fields in the order of form, error summary and exports. Label and hint are `{name}` and `{name}Hint` in `locales/`. */
const table = {
  companyName: { kind: 'line', min: 2, max: 100, autoComplete: 'organization' },
  companyShortName: { kind: 'line', max: 50, width: 'long' },
  registrationPlace: { kind: 'line', max: 200 },
  establishmentDate: { kind: 'date', max: 100, width: 'short' },
  contactPerson: { kind: 'line', max: 50, width: 'long', autoComplete: 'name' },
  contactPhone: { kind: 'phone', max: 60, width: 'medium', autoComplete: 'tel' },
  // Maximum of RFC 5321.
  contactEmail: { kind: 'email', max: 254, width: 'long', autoComplete: 'email' },
  industry: { kind: 'suggested', max: 100, width: 'long' },
  developmentStage: {
    kind: 'choice',
    options: ['idea', 'seed', 'early', 'growth', 'mature', 'pre-IPO'],
    max: 100,
    width: 'short',
  },
  companyDescription: { kind: 'lines', max: 2000, rows: 8 },
} satisfies Record<string, FieldSpec> & { contactEmail: RequiredSpec };

export type TextField = keyof typeof table;
export type FieldName = TextField | 'captcha' | 'declareFile';

export const fields: Record<TextField, FieldSpec> = table;
export const textFields = Object.keys(table) as TextField[];
export const fieldNames: FieldName[] = [...textFields, 'captcha', 'declareFile'];

/** Values of the text fields, as typed in a draft and normalised in an application. */
export type Values = Record<TextField, string>;

export const isOptional = (name: FieldName): boolean =>
  name in fields && !!fields[name as TextField].isOptional;

export const filledFields = (values: Values): TextField[] => textFields.filter((name) => values[name] !== '');
