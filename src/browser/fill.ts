/** A text with its placeholders (`{{file}}`) filled; a text that the page does not have is empty. */
export const fill = (text: string | undefined, values: Record<string, string | number>): string =>
  (text ?? '').replace(/\{\{(\w+)\}\}/gu, (_placeholder, name: string) => `${values[name] ?? ''}`);
