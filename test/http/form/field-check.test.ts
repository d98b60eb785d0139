import { describe, expect, it } from 'vitest';
import { fields } from '../../../src/form/rules/fields.ts';
import { MIN_PHONE_DIGITS } from '../../../src/form/rules/limits.ts';
import { allIn, textOf } from '../../support/html.ts';
import { codeOf } from './codes.ts';
import { begin, byHtmx, CHINESE_FORM, draftOf, formSiteForFile, whole } from './form-site.ts';
import { controlOf, faultAt, readFragment } from './read-form.ts';

const site = formSiteForFile();

const MAX_PERSON = fields.contactPerson.max;

const CHECKS: [name: string, value: string, said: string | undefined][] = [
  ['companyName', '青禾科技', undefined],
  ['companyName', 'x', 'Enter at least 2 characters'],
  ['companyShortName', '', 'Required'],
  ['registrationPlace', ' Hangzhou ', undefined],
  ['establishmentDate', '2020.1.2', undefined],
  ['establishmentDate', '2020-02-30', 'Enter a real date, for example 2020-01-31'],
  ['contactPerson', 'x'.repeat(MAX_PERSON + 1), `Shorten this to ${MAX_PERSON} characters or fewer`],
  ['contactPhone', '12345', `Enter the whole phone number, with at least ${MIN_PHONE_DIGITS} digits`],
  ['contactEmail', 'lin@', 'Email Error'],
  ['contactEmail', 'lin@qinghe.example', undefined],
  ['industry', 'A "quoted" <trade>', undefined],
  ['developmentStage', '', 'Required'],
  ['developmentStage', 'pre-IPO', undefined],
  ['companyDescription', 'one\ntwo', undefined],
];

describe('field check', () => {
  it.each(CHECKS)('(%s: %j) returns only the field, with the text %j', async (name, value, said) => {
    const client = await begin(site());
    const { status, text, headers } = await byHtmx(client, {
      fields: { [name]: value },
      check: name,
    });
    expect(status).toBe(said === undefined ? 200 : 422);
    expect(headers['cache-control']).toBe('no-store');
    expect(text.startsWith('<div')).toBe(true);
    const { main } = readFragment(text);
    expect(allIn(main, 'div').map(({ attributes }) => attributes.id)).toEqual([`${name}-field`]);
    expect(faultAt({ main }, name)).toMatchObject({
      isInvalid: said !== undefined,
      seen: said === undefined ? [] : [`Error: ${said}`],
    });
    const control = controlOf(main, name);
    const shown = control?.tag === 'textarea' ? textOf(control) : control?.attributes.value;
    if (control?.tag !== 'select') expect(shown).toBe(value);
    expect((await draftOf(site(), client)).fields).toMatchObject({ [name]: value });
  });

  it('returns the same markup as the page', async () => {
    const client = await begin(site());
    const page = await client.post({ fields: { companyName: 'x' } });
    const { text } = await byHtmx(client, { fields: { companyName: 'x' }, check: 'companyName' });
    expect(page.text).toContain(text);
  });

  it('returns Chinese texts on the Chinese page', async () => {
    const client = await begin(site(), CHINESE_FORM);
    const { text } = await byHtmx(client, { fields: { industry: '' }, check: 'industry' });
    expect(text).toContain('此项必填');
  });

  it('does not submit a complete application', async () => {
    const client = await begin(site());
    const { status, headers } = await byHtmx(client, { ...whole(), check: 'industry' });
    expect({ status, to: headers['hx-redirect'] }).toEqual({ status: 200, to: undefined });
    const { id } = await draftOf(site(), client);
    expect((await site().store.drafts.get(id))?.reference).toBeNull();
  });

  it('does not use the captcha code up', async () => {
    const client = await begin(site());
    await byHtmx(client, { fields: { industry: 'x', captcha: '00000' }, check: 'industry' });
    const code = codeOf(site(), client) ?? '';
    expect((await client.post(whole({ fields: { captcha: code } }))).status).toBe(303);
  });
});
