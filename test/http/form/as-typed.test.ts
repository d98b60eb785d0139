import { expect, it } from 'vitest';
import { fields as specs } from '../../../src/applications/rules/fields.ts';
import { goodFields } from '../../support/form-client.ts';
import { apply, arrive, draftOf, formSiteForFile, pdf } from './form-site.ts';
import { problemsWith } from './read-form.ts';

const site = formSiteForFile();

/** Values that must be shown unchanged although they are invalid, need escaping or would be normalised. */
const TYPED = {
  companyName:
    '  </textarea></form>"O\'Neill" & <Söhne> &amp;lt; {{limit}} $1 %00 \\n \u202eאופק\u202c 👩‍🌾 e\u0301 ',
  companyDescription: '\n\n  <script>\n\twith a tab\n ',
  contactEmail: ' not an <address> ',
  contactPhone: 'call "me"',
  establishmentDate: '2020年13月',
  developmentStage: 'mature',
  industry: 'A & B',
};

it('shows all typed texts unchanged in the response and after a new GET', async () => {
  const client = await arrive(site());
  expect((await client.post({ fields: TYPED })).status).toBe(422);
  expect(client.inputs()).toMatchObject(TYPED);
  await client.get();
  expect(client.inputs()).toMatchObject(TYPED);
});

it('normalises submitted texts before it stores them', async () => {
  const sending = { fields: { companyName: '  Qinghe \t', companyDescription: ' one\n two \n' } };
  const { fields } = await apply(site(), await arrive(site()), sending);
  expect(fields).toMatchObject({ companyName: 'Qinghe', companyDescription: 'one\n two' });
});

it('an empty field replaces a stored text', async () => {
  const client = await arrive(site());
  await client.post({ fields: goodFields });
  await client.post({ fields: { industry: '' } });
  await client.get();
  expect(client.inputs()).toMatchObject({ ...goodFields, industry: '' });
});

it('shows an overlong text with its error without losing other fields or files', async () => {
  const client = await arrive(site());
  const companyDescription = '一份写得太长的商业计划书。'.repeat(400);
  const answer = await client.post({ fields: { ...goodFields, companyDescription }, files: [pdf()] });
  expect(problemsWith(answer, 'companyDescription')).toEqual([
    `Shorten this to ${specs.companyDescription.max} characters or fewer`,
  ]);
  expect(client.inputs()).toMatchObject({ ...goodFields, companyDescription });
  expect((await draftOf(site(), client)).names).toEqual(['plan.pdf']);
});
