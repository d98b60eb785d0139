import { Parser } from 'htmlparser2';

/**
 * The texts of the elements of an XML answer in the order of their ends, each with its own name and that of the element around
 * it: `['Contents/Key', 'a']`. What is no XML gives none that anybody looks for; entities of its own are not expanded.
 */
export function readXml(xml: string): [name: string, text: string][] {
  const found: [string, string][] = [];
  const open: string[] = [];
  let text = '';
  const parser = new Parser(
    {
      onopentagname(name) {
        open.push(name);
        text = '';
      },
      ontext(piece) {
        text += piece;
      },
      onclosetag(name) {
        open.pop();
        found.push([`${open.at(-1) ?? ''}/${name}`, text]);
        text = '';
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return found;
}
