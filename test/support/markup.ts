import { HtmlValidate } from 'html-validate';

const checker = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // React closes void elements and writes some attributes like its props, which HTML accepts.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // Ids of the layout begin with `_`, so that they never equal a slug.
    'valid-id': ['error', { relaxed: true }],
    // Phone numbers are shown as editors wrote them.
    'tel-non-breaking': 'off',
    // Editors may write long titles.
    'long-title': 'off',
  },
});

/** Returns errors of html-validate, one line per error. */
export async function markupFaults(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
