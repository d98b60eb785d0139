import { expect, it } from 'vitest';
import { renderField } from '../../src/site/layout/render.tsx';
import { type Answer, formModel, type Post, swapped } from '../support/fake-form.ts';
import { pdf, until, withForm } from '../support/fake-form-browser.ts';
import { taken } from '../support/fake-uploads.ts';

/** Form state of a visitor without a session. */
const NEW = { form: formModel({ hasSession: false }) };
const TODAY = '2030-05-05';

const checked = ({ body, check }: Post): Answer => {
  const field = check === 'industry' ? 'industry' : 'companyName';
  return { text: renderField({ name: field, value: `${body.get(field)}`, today: TODAY }, 'en') };
};

/** Returns the purposes of the POSTs, in order. */
const kinds = (posts: Post[]) => posts.map(({ body, check }) => `${check ?? body.get('action')}`);

it('sends further POSTs only after the first one has set the cookie', () =>
  withForm({ shown: NEW }, async ({ page, fake }) => {
    const first = Promise.withResolvers<Answer>();
    fake.answers.check = (post) => (post.check === 'companyName' ? first.promise : checked(post));
    fake.answers.form = () => swapped();
    await page.fill('#companyName', 'Acme');
    await page.fill('#industry', 'Trade');
    await page.focus('#contactPerson');
    await until(() => fake.posts.length === 1);
    await page.click('#_new-code');
    await page.waitForTimeout(300);
    expect(kinds(fake.posts)).toEqual(['companyName']);
    first.resolve({ text: renderField({ name: 'companyName', value: 'Acme', today: TODAY }, 'en') });
    await until(() => fake.posts.length === 3);
    expect(kinds(fake.posts).sort()).toEqual(['companyName', 'industry', 'new-code']);
  }));

it('sends only the fields in the first POST if a file is picked first', () =>
  withForm({ shown: NEW }, async ({ page, fake }) => {
    const file = Promise.withResolvers<Answer>();
    fake.answers.begin = () => ({ text: '' });
    fake.answers.file = () => file.promise;
    fake.answers.check = checked;
    // The field is filled but still has the focus.
    await page.locator('#contactPerson').evaluate((input) => {
      (input as HTMLInputElement).value = 'Somebody';
    });
    await page.setInputFiles('#declareFile', [pdf('a.pdf')]);
    await until(() => fake.uploads('PATCH').length === 1);
    expect(kinds(fake.posts)).toEqual(['begin']);
    const [begun] = fake.posts;
    expect(begun?.body.get('contactPerson')).toBe('Somebody');
    for (const name of ['declareFile', 'captcha', 'sealedCode']) expect(begun?.body.has(name)).toBe(false);
    await page.fill('#companyName', 'Acme');
    await page.focus('#industry');
    await until(() => fake.checks().length === 1);
    file.resolve(taken('a.pdf'));
    await until(async () => (await page.locator('#_files li').count()) === 1);
  }));
