import { HtmlValidate } from 'html-validate';

const checker = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // React writes void elements closed and some attributes as its props are called: HTML reads both alike.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // The layout's ids begin with `_`, which no slug can: HTML allows all but white space.
    'valid-id': ['error', { relaxed: true }],
    // A matter of taste; the number is shown as the backend writes it.
    'tel-non-breaking': 'off',
    // An article's title is as long as its editor wrote it.
    'long-title': 'off',
  },
});

/** What the checker says of a page, a line a fault. */
export async function markupFaults(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
