/** A text with its placeholders filled: `fill('Up to {{limit}}', { limit: 5 })`. An unknown placeholder stays. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/gu, (whole, name: string) => `${values[name] ?? whole}`);
