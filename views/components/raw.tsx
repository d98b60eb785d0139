type Props = { as: 'div' | 'script'; html: string; type?: string; className?: string; lang?: string };

/** The one place for markup that is not React's: HTML that was sanitised on arrival, and JSON for machines. */
export function Raw({ as: Tag, html, ...attributes }: Props) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}
