/** The fields whose values are kept as text in a draft and in an application. */
export const textFields = [
  'companyName',
  'companyShortName',
  'registrationPlace',
  'establishmentDate',
  'contactPerson',
  'contactPhone',
  'contactEmail',
  'industry',
  'developmentStage',
  'companyDescription',
] as const;

/** The form's twelve fields, in the order of the page, of the error summary and of the export (design section 4). */
export const fieldNames = [...textFields, 'captcha', 'declareFile'] as const;

/** The values of `developmentStage`, as they are sent and stored. */
export const stages = ['idea', 'seed', 'early', 'growth', 'mature', 'pre-IPO'] as const;

export type FieldName = (typeof fieldNames)[number];
export type TextField = (typeof textFields)[number];

/** What the ten text fields hold: as typed in a draft, normalised in an application. */
export type Values = Record<TextField, string>;
