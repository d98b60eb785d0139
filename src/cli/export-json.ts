import type { Exported } from './exported.ts';

/** One JSON array with one application a line; an empty array where there are none. */
export async function* json(exported: AsyncIterable<Exported>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const application of exported) {
    yield before + JSON.stringify(application);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
