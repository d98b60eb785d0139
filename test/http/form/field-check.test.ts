import { expect, it } from 'vitest';
import { allIn, textOf } from '../../support/html.ts';
import { begin, byHtmx, draftOf, formSiteForFile, whole } from './form-site.ts';
import { controlOf, faultAt, readFragment } from './read-form.ts';

const site = formSiteForFile();

const CHECKS: [name: string, value: string, said: string | undefined][] = [
  ['companyName', '青禾科技', undefined],
  ['companyName', 'x', 'Enter at least 2 characters'],
  ['companyShortName', '', 'Required'],
  ['contactEmail', 'lin@', 'Email Error'],
  ['industry', 'A "quoted" <trade>', undefined],
  ['developmentStage', '', 'Required'],
  ['companyDescription', 'one\ntwo', undefined],
];

it.each(CHECKS)(
  'a field check (%s: %j) returns only the field with the text %j',
  async (name, value, said) => {
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
  },
);

it('a field check does not submit a complete application', async () => {
  const client = await begin(site());
  const { status, headers } = await byHtmx(client, { ...whole(), check: 'industry' });
  expect({ status, to: headers['hx-redirect'] }).toEqual({ status: 200, to: undefined });
  const { id } = await draftOf(site(), client);
  expect((await site().store.drafts.get(id))?.reference).toBeNull();
});
