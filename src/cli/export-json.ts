import type { Exported } from './exported.ts';

/** One JSON array, an application a line; whole also where there is none. */
export async function* json(exported: AsyncIterable<Exported>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const application of exported) {
    yield before + JSON.stringify(application);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
