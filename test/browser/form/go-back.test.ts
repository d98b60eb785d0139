import { expect, it } from 'vitest';
import { answers } from './applicants.ts';
import { withVisitor } from './form-browser.ts';
import { formPath, openForm, submit, type, typedIn } from './use-form.ts';

/** Response of a proxy if the site does not respond. */
const UNAVAILABLE = { status: 503, contentType: 'text/html', body: '<h1>503 Service Unavailable</h1>' };

it('restores all fields without scripts if the site does not respond to the submission', () =>
  withVisitor({ language: 'zh', hasScript: false }, async (visitor) => {
    const { page } = visitor;
    await page.route(`**${formPath('zh')}`, (route) =>
      route.request().method() === 'POST' ? route.fulfill(UNAVAILABLE) : route.continue(),
    );
    await openForm(visitor);
    await type(visitor, answers.zh);
    await submit(visitor);
    await page.getByText('503 Service Unavailable').waitFor();
    await page.goBack();
    await expect.poll(() => typedIn(visitor)).toEqual(answers.zh);
  }));
