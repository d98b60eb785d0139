import type { RequestListener } from 'node:http';
import { lacksHost } from './middleware/host.ts';
import { answerWith } from './services/bytes/answer.ts';
import { pageAddress } from './services/bytes/page-address.ts';
import type { Services } from './services/index.ts';

/** The home page looks at the language that was chosen before it is answered from anywhere. */
const CHOSEN_ENGLISH = /(?:^|;\s*)lang=en(?:;|$)/u;

/** Answers what stands ready as bytes; all else goes to the app behind. */
export function createListener({ pages, assetBytes, log }: Services, app: RequestListener): RequestListener {
  const isDebugged = log.isLevelEnabled('debug');
  return (request, response) => {
    const { method, url = '/' } = request;
    if ((method !== 'GET' && method !== 'HEAD') || lacksHost(request)) return app(request, response);
    const variants = assetBytes.get(url) ?? pageOf(url, request.headers.cookie);
    if (!variants) return app(request, response);
    answerWith(request, response, variants);
    if (isDebugged) log.debug({ method, path: url.split('?')[0], status: response.statusCode }, 'hit');
  };

  function pageOf(url: string, cookie: string | undefined) {
    const address = pageAddress(url);
    if (address === undefined || (address === '/' && cookie !== undefined && CHOSEN_ENGLISH.test(cookie)))
      return undefined;
    return pages.get(address);
  }
}
