import type { BrowserContext } from 'playwright';
import type { Editor } from './editor.ts';
import type { EditorServer } from './editor-server.ts';
import { bundleModules } from './install.ts';

/** Stands for the origin of the server in the documents. */
export const ORIGIN = 'ORIGIN';

/** Makes an editor write its documents, each in a new page. Returns their HTML by name. */
export async function writeDocuments(
  context: BrowserContext,
  server: EditorServer,
  folder: string,
  editor: Editor,
): Promise<Record<string, string>> {
  const bundle = await bundleModules(folder, editor.bundled);
  const url = server.serve('', editor);
  const written: Record<string, string> = {};
  for (const [name, source] of Object.entries(editor.documents)) {
    const page = await context.newPage();
    try {
      await page.goto(url);
      await page.evaluate(`${bundle}\n${editor.setup ?? ''}`);
      const own = JSON.parse(JSON.stringify(source).replaceAll(ORIGIN, server.origin));
      written[name] = (await page.evaluate(editor.write, own)).replaceAll(server.origin, ORIGIN);
    } catch (error) {
      throw new Error(`${editor.name}, ${name}: cannot be written`, { cause: error });
    } finally {
      await page.close();
    }
  }
  return written;
}
