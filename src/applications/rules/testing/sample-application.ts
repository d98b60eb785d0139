import {
  type FieldKind,
  type FieldSpec,
  fields,
  type TextField,
  textFields,
  type Values,
} from '../fields.ts';

/** Valid applications in both languages, which normalising does not change. */
export const sampleApplications: Record<'zh' | 'en', Values> = {
  zh: {
    companyName: '青禾科技（杭州）有限公司',
    companyShortName: '青禾科技',
    registrationPlace: '浙江省杭州市',
    establishmentDate: '2020-01-31',
    contactPerson: '林知遥',
    contactPhone: '+86 571 8888 6666 ext. 12',
    contactEmail: 'lin@qinghe.example',
    industry: '现代农业',
    developmentStage: 'growth',
    companyDescription: '为山区合作社提供育种与冷链服务。\n第二行。',
  },
  en: {
    companyName: 'Green Fields (Hangzhou) Ltd',
    companyShortName: 'Green Fields',
    registrationPlace: 'Hangzhou, Zhejiang',
    establishmentDate: '2016-02-29',
    contactPerson: 'Zoe Green',
    contactPhone: '+86 571 8888 6666 ext. 12',
    contactEmail: 'zoe@green.example',
    industry: 'Modern agriculture',
    developmentStage: 'pre-IPO',
    companyDescription: 'Seeds and cold chains for hill farms.\nSecond line.',
  },
};

/** Fields without a format. Any text within their length limits is valid. */
export const freeTextFields = textFields.filter((name) =>
  ['line', 'lines', 'suggested'].includes(fields[name].kind),
);

/** Creates a value for each field without a format from its maximum length. */
export const freeTexts = (textOf: (max: number, name: TextField) => string): Partial<Values> =>
  Object.fromEntries(freeTextFields.map((name) => [name, textOf(fields[name].max, name)]));

const tooLong = ({ max }: FieldSpec) => 'x'.repeat(max + 1);
const invalidByKind: Record<FieldKind, (spec: FieldSpec) => string> = {
  line: tooLong,
  lines: tooLong,
  suggested: tooLong,
  date: () => 'soon',
  phone: () => '123',
  email: () => 'lin@',
  choice: () => 'none',
};

/** An invalid value for each text field. */
export const invalidValues = Object.fromEntries(
  textFields.map((name) => [name, invalidByKind[fields[name].kind](fields[name])]),
) as Values;

/** Makes a field optional until the returned function is called. */
export function makeOptional(name: TextField): () => void {
  const { isOptional } = fields[name];
  fields[name].isOptional = true;
  return () => {
    if (isOptional) return;
    delete fields[name].isOptional;
  };
}
