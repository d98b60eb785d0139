import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Express, Handler } from 'express';

const ROOT = path.resolve(import.meta.dirname, '../..');

type Layer = { handle: Handler & { stack?: Layer[] }; route?: { stack: Layer[] } };

/** Tells in which file of the project a function is written, by V8's own record of it. */
async function createLocator() {
  const session = new Session();
  session.connect();
  const urls = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url));
  await session.post('Debugger.enable');
  return async (handler: Handler): Promise<string> => {
    Object.assign(globalThis, { locatedHandler: handler });
    const { result } = await session.post('Runtime.evaluate', { expression: 'globalThis.locatedHandler' });
    const { internalProperties = [] } = await session.post('Runtime.getProperties', {
      objectId: result.objectId ?? '',
    });
    const location = internalProperties.find(({ name }) => name === '[[FunctionLocation]]')?.value?.value;
    const url = urls.get(location?.scriptId) ?? '';
    return path.relative(ROOT, url.startsWith('file:') ? fileURLToPath(url) : url);
  };
}

/** Notes the file of each handler that a request enters, in order. Error handlers are left out. */
export async function watchEntered(app: Express): Promise<string[]> {
  const entered: string[] = [];
  const fileOf = await createLocator();
  async function watch(layers: Layer[]): Promise<void> {
    for (const layer of layers) {
      const { handle, route } = layer;
      if (route) await watch(route.stack);
      else if (handle.stack) await watch(handle.stack);
      else if (handle.length <= 3) {
        const file = await fileOf(handle);
        layer.handle = (request, response, next) => {
          entered.push(file);
          return handle(request, response, next);
        };
      }
    }
  }
  await watch((app as unknown as { router: { stack: Layer[] } }).router.stack);
  return entered;
}
