import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../config/config.ts';
import { createCache } from '../../content/backend/cache.ts';
import { CONTRACT_ROOT, paths } from '../../content/backend/client.ts';
import { createContent } from '../../content/backend/content.ts';
import { noCopies } from '../../content/backend/content-copies.ts';
import { compareSeverity } from '../../content/backend/sources.ts';
import type { RecordProblem } from '../../content/menu/menu.ts';
import { openContentSource } from '../../content-folder/client.ts';
import { type Language, languages } from '../../i18n/languages.ts';
import { DAY_MS } from '../../lib/days.ts';
import { describeError } from '../../lib/failures.ts';
import { createMediaHosts } from '../../media/media-hosts.ts';
import { createMediaUrls } from '../../media/media-urls.ts';
import { createSanitizer } from '../../site/layout/sanitizer.ts';
import {
  type ContractCall,
  contractCalls,
  createEarlierContent,
  type EarlierContent,
} from './backend-calls.ts';
import { type Check, error, ok, type Result, warning } from './check.ts';

/** Creates a reader that reads content like the site and records the result of each call. */
export function createContentRecorder(
  config: Config,
  distDir: string,
  onMistake?: (mistake: string) => void,
) {
  const { siteUrl, api, assetHosts } = config;
  const { client } = openContentSource({ ...config, distDir }, onMistake);
  const hosts = createMediaHosts({ baseUrl: api.baseUrl, allowed: assetHosts, onRefused: () => undefined });
  const mediaUrls = createMediaUrls({ secret: 'unused', baseUrl: api.baseUrl, siteUrl, hosts });
  const lastResult = { records: 0, problems: [] as RecordProblem[], menuProblems: [] as RecordProblem[] };
  const content = createContent({
    client,
    cache: createCache({ freshMs: DAY_MS, staleMs: DAY_MS, onStale: () => undefined }),
    copies: noCopies,
    report: (path, data, problems) => {
      const list = (data as { list?: unknown }).list ?? data;
      lastResult.records += Array.isArray(list) ? list.length : 1;
      lastResult.problems = [...lastResult.problems, ...problems];
      if (path === paths.menu) lastResult.menuProblems = [...problems];
    },
    sanitizerFor: (language) => createSanitizer(mediaUrls, language),
    timeoutMs: api.timeoutMs,
  });
  // Without the deadline of a page, which allows only a few calls.
  return { lastResult, reader: (language: Language) => content.reader(language, (response) => response) };
}

const NOT_CALLED = 'not called: no menu item, home block or article that could be read needs it';

const describeProblem = ({ record, problem, isLeftOut }: RecordProblem): string =>
  `record ${record}${isLeftOut ? ' is left out' : ''}: ${problem}`;

/** Calls each path once in each language. Without a menu no page works, so nothing else is called. */
export function backendChecks({ lastResult, reader }: ReturnType<typeof createContentRecorder>): Check[] {
  const earlier: Record<Language, EarlierContent> = {
    zh: createEarlierContent(),
    en: createEarlierContent(),
  };

  async function tryCall(path: string, call: ContractCall, language: Language): Promise<Result> {
    const { run, failure, isOptional } = call;
    const startedAt = performance.now();
    Object.assign(lastResult, { records: 0, problems: [] });
    try {
      const called = run(reader(language), earlier[language]);
      if (!called) return ok(NOT_CALLED);
      await called;
    } catch (thrown) {
      const report = isOptional?.(earlier[language]) ? warning : error;
      const skipped = path === paths.menu ? ['no other path is called without a menu'] : [];
      return report(describeError(thrown), [`until it succeeds, ${failure}`, ...skipped]);
    }
    const { records } = lastResult;
    const problems = lastResult.problems.toSorted(compareSeverity);
    if (path === paths.menu && earlier[language].menu?.byKey.size === 0)
      return error(
        'the menu is empty: only the home page and the search exist',
        problems.map(describeProblem),
      );
    if (problems.length === 0)
      return ok(`${Math.ceil(performance.now() - startedAt)} ms, records: ${records}`);
    const result = problems.some(({ isLeftOut }) => isLeftOut) ? error : warning;
    return result(`records: ${records}, problems: ${problems.length}`, problems.map(describeProblem));
  }

  return Object.entries(contractCalls).map(([path, call]) => ({
    name: `backend ${path.slice(CONTRACT_ROOT.length)}`,
    async run() {
      const results: Result[] = [];
      for (const language of languages) {
        if (path !== paths.menu && !earlier[language].menu) continue;
        const result = await tryCall(path, call, language);
        // Reports a result that both languages share only once.
        const same = results.find(
          ({ level, text, details }) =>
            (level !== 'ok' || result.text === NOT_CALLED) &&
            text === `zh: ${result.text}` &&
            isDeepStrictEqual(details, result.details),
        );
        if (same) same.text = `zh, en: ${result.text}`;
        else results.push({ ...result, text: `${language}: ${result.text}` });
      }
      return results;
    },
  }));
}
