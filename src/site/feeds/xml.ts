const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for XML and removes characters that XML 1.0 forbids. */
export const xmlText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids just these
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '')
    .replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);

/** Builds an XML element; `content` is already XML. */
export const element = (name: string, content: string, attributes: Record<string, string> = {}): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`);
  return content ? `<${name}${written.join('')}>${content}</${name}>` : `<${name}${written.join('')}/>`;
};

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
