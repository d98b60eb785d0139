import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.ts';
import { type DemoSite, startDemoSite } from '../support/demo-site.ts';
import { askAll, type Outcomes, untilSearchable } from './ask.ts';
import before from './before.json' with { type: 'json' };
import { searchQuestions } from './questions.ts';

/** Of sixty, so many must have the right page or article among the first three. */
const GOOD = 55;
const WANTED_PLACE = 3;

const good = (outcomes: Outcomes): string[] =>
  Object.keys(outcomes).filter((keyword) => {
    const place = outcomes[keyword]?.place ?? 0;
    return place >= 1 && place <= WANTED_PLACE;
  });

describe('what a visitor types', () => {
  let site: DemoSite;
  beforeAll(async () => {
    site = await startDemoSite({ environment: { RATE_LIMIT_PER_MINUTE: '0' } });
    await untilSearchable(site.base);
  });
  afterAll(() => site?.stop());

  it('finds the right page or article among the first three', async () => {
    const now = await askAll(site.base);
    const typed = languages.flatMap((language) => searchQuestions[language].map(({ keyword }) => keyword));
    expect(Object.keys(now).sort()).toEqual(typed.sort());
    expect(typed).toHaveLength(60);
    expect(good(now).length).toBeGreaterThanOrEqual(GOOD);
    expect(good(before).filter((keyword) => !good(now).includes(keyword))).toEqual([]);
  });
});
