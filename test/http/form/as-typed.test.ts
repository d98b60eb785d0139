import { describe, expect, it } from 'vitest';
import { fields as specs } from '../../../src/form/rules/fields.ts';
import { goodFields } from '../../support/form-client.ts';
import { apply, arrive, draftOf, formSiteForFile, pdf } from './form-site.ts';
import { problemsWith } from './read-form.ts';

const site = formSiteForFile();

const ONE_LINE = [
  `"O'Neill" & <Söhne>`,
  '<script>alert(1)</script>',
  '</textarea></form><b>x</b>',
  '  two spaces before and behind  ',
  '&amp;lt; &#39; &nbsp;',
  'شركة الأفق المحدودة',
  'חברת \u202eאופק\u202c (2020)',
  '青禾科技（杭州）有限公司 👩‍🌾🏳️‍🌈',
  '{{limit}} $1 $& %s %00 \\n \\',
  '=HYPERLINK("http://x.example")',
  'a\u00a0b\u200bc\u2028d',
  'e\u0301 is not é',
  'x'.repeat(2000),
];

const SEVERAL_LINES = [
  'first\nsecond\n\n\nlast',
  '\n\nafter two empty lines',
  '  indented\n\twith a tab\n ',
  `${'字'.repeat(1999)}🙂`,
  '<script>\nalert("1")\n</script>',
];

/** The form of a new GET. */
async function comesBack(name: string, typed: string) {
  const client = await arrive(site());
  const { status } = await client.post({ fields: { [name]: typed } });
  const answered = client.inputs()[name];
  await client.get();
  return { status, answered, later: client.inputs()[name] };
}

describe('typed text', () => {
  it.each(ONE_LINE)('is shown again unchanged: %j', async (typed) => {
    const back = await comesBack('companyName', typed);
    expect(back).toEqual({ status: 422, answered: typed, later: typed });
  });

  it.each(SEVERAL_LINES)('is shown again unchanged: %j', async (typed) => {
    const back = await comesBack('companyDescription', typed);
    expect(back).toEqual({ status: 422, answered: typed, later: typed });
  });

  it.each([
    ['contactEmail', ' not an <address> '],
    ['contactPhone', 'call "me"'],
    ['establishmentDate', '2020年13月'],
    ['developmentStage', 'mature'],
    ['industry', 'A & B'],
  ])('is shown again unchanged in %s: %j', async (name, typed) => {
    expect(await comesBack(name, typed)).toEqual({ status: 422, answered: typed, later: typed });
  });

  it('is shown unchanged, but validated and stored normalised', async () => {
    const sending = { fields: { companyName: '  Qinghe \t', companyDescription: ' one\n two \n' } };
    const { fields } = await apply(site(), await arrive(site()), sending);
    expect(fields).toMatchObject({ companyName: 'Qinghe', companyDescription: 'one\n two' });
  });

  it('is replaced by an empty field', async () => {
    const client = await arrive(site());
    await client.post({ fields: goodFields });
    await client.post({ fields: { industry: '' } });
    await client.get();
    expect(client.inputs()).toMatchObject({ ...goodFields, industry: '' });
  });
});

describe('text that is far too long', () => {
  const LONG = [
    ['companyDescription', '一份写得太长的商业计划书。'.repeat(400)],
    ['companyName', 'x'.repeat(16_000)],
  ] as const;

  async function sendWith(name: string, typed: string) {
    const client = await arrive(site());
    const answer = await client.post({ fields: { ...goodFields, [name]: typed }, files: [pdf()] });
    const { [name]: back = '', ...others } = client.inputs();
    return { client, said: problemsWith(answer, name), back, others };
  }

  it.each(LONG)('is a problem of %s', async (name, typed) => {
    expect((await sendWith(name, typed)).said).toEqual([
      `Shorten this to ${specs[name].max} characters or fewer`,
    ]);
  });

  it.each(LONG)('is shown again in %s', async (name, typed) => {
    expect((await sendWith(name, typed)).back === typed).toBe(true);
  });

  it.each(LONG)('in %s does not lose other fields or files', async (name, typed) => {
    const { client, others } = await sendWith(name, typed);
    const { [name]: _, ...good } = goodFields;
    expect(others).toMatchObject(good);
    expect((await draftOf(site(), client)).names).toEqual(['plan.pdf']);
  });
});
