import { describe, expect, it } from 'vitest';
import { apply, arrive, formSiteForFile, saidOf, visitorForFile } from './form-site.ts';

const site = formSiteForFile();
const client = visitorForFile(site);

const LABEL = 'x'.repeat(63);

/** By the HTML Standard's "valid e-mail address", and the white space that `type=email` strips. */
const VALID = [
  'a@b',
  'lin@qinghe.example',
  'LIN@QINGHE.EXAMPLE',
  'lin@localhost',
  'lin@127.0.0.1',
  '1@2',
  'lin.zhiyao@mail.qinghe.com.cn',
  'lin+declare@qinghe.example',
  '.lin@qinghe.example',
  'lin.@qinghe.example',
  'lin..zhiyao@qinghe.example',
  '-@qinghe.example',
  "o'neill@qinghe.example",
  '!#$%&*+-/=?^_`{|}~@qinghe.example',
  'lin@xn--fiq228c.xn--fiqs8s',
  'lin@q-h.example',
  'lin@q--h.example',
  'lin@4.example',
  `lin@${LABEL}`,
  `lin@${LABEL}.${LABEL}.example`,
  `${'l'.repeat(100)}@qinghe.example`,
  ' lin@qinghe.example',
  'lin@qinghe.example ',
  '\tlin@qinghe.example\t',
];

const NONE = [
  'lin',
  '@',
  'lin@',
  '@qinghe.example',
  'lin@@qinghe.example',
  'lin@qinghe@example',
  'lin qinghe@example',
  'lin@qinghe example',
  'lin@ qinghe.example',
  'lin@.example',
  'lin@qinghe.',
  'lin@qinghe..example',
  'lin@-qinghe.example',
  'lin@qinghe-.example',
  'lin@qinghe.-example',
  'lin@qinghe.example-',
  'lin@qing_he.example',
  'lin@qinghe.example:25',
  'lin@[127.0.0.1]',
  '"lin zhiyao"@qinghe.example',
  '"lin"@qinghe.example',
  'lin(work)@qinghe.example',
  '<lin@qinghe.example>',
  'Lin <lin@qinghe.example>',
  'mailto:lin@qinghe.example',
  'lin@qinghe.example,wu@qinghe.example',
  'lin@qinghe.example;wu@qinghe.example',
  'lin\\@qinghe.example',
  '林@qinghe.example',
  'lin@青禾.example',
  'lín@qinghe.example',
  'lin＠qinghe.example',
  'ｌｉｎ@qinghe.example',
  'lin@qinghe。example',
  'l\u200bin@qinghe.example',
  '\u00a0lin@qinghe.example',
  'lin@qinghe.example\u3000',
  '😀@qinghe.example',
  `lin@${LABEL}x`,
  `lin@qinghe.${LABEL}x`,
];

describe('e-mail address', () => {
  it.each(VALID)('accepts %j', async (typed) => {
    expect(await saidOf(client(), 'contactEmail', typed)).toEqual([]);
  });

  it.each(NONE)('refuses %j', async (typed) => {
    expect(await saidOf(client(), 'contactEmail', typed)).toEqual(['Email Error']);
  });

  it('is stored without the spaces around it, otherwise as typed', async () => {
    const sending = { fields: { contactEmail: '  Lin.Zhiyao@QingHe.Example ' } };
    const { fields } = await apply(site(), await arrive(site()), sending);
    expect(fields.contactEmail).toBe('Lin.Zhiyao@QingHe.Example');
  });
});
