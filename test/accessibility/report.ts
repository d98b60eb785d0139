import axe from 'axe-core/package.json' with { type: 'json' };
import htmlValidate from 'html-validate/package.json' with { type: 'json' };
import playwright from 'playwright/package.json' with { type: 'json' };
import { type Language, languageFacts } from '../../src/i18n/languages.ts';
import { fileName, frame, type Html, html, inEnglish, list, table } from './frame.ts';
import { type Pack, type Result, verdicts } from './results.ts';
import { checkTable, type Texter, texter } from './tables.ts';

const TOOLS = [axe, htmlValidate, playwright].map(({ name, version }) => `${name} ${version}`).join(', ');

export const stepsOf = ({ criterion }: Result, language: Language): string[] =>
  language === 'zh' ? criterion.stepsZh.split('；') : criterion.stepsEn.split('; ');

export const namesOf = (checks: Iterable<{ id: string }>, language: Language): string =>
  [...checks].map(({ id }) => checkTable.get(id)?.[language]).join(language === 'zh' ? '；' : '; ');

const titleOf = ({ criterion }: Result, language: Language) => `${criterion.number} ${criterion[language]}`;

/** Result of a criterion in words. */
const wordsOf = (result: Result, language: Language, t: Texter): string =>
  t(result.verdict, {
    checks: result.checks.map(({ id }) => id).join(', '),
    why: t(result.criterion.needs),
    steps: stepsOf(result, language).length,
  });

function summary(pack: Pack, t: Texter): Html {
  const { pages, results, listed, seed, seconds } = pack;
  const random = pages.filter(({ entry }) => entry.isRandom).length;
  const count = (wanted: string) => results.filter(({ verdict }) => verdict === wanted).length;
  const rows: [string, string | Html | number][] = [
    ['date', pack.startedAt.toISOString().slice(0, 16).replace('T', ' ')],
    ['site', pack.base],
    ['scope', [...new Set(pages.map(({ entry }) => languageFacts[entry.language].tag))].join(', ')],
    ['sample', t('sampleText', { structured: pages.length - random, random, listed, seed })],
    ['runs', pages.reduce((sum, { checks }) => sum + checks.length, 0)],
    ['duration', t('seconds', { seconds })],
    ['tools', TOOLS],
    ['results', list(verdicts.map((verdict) => `${count(verdict)} ${t(verdict)}`))],
  ];
  return table(
    t,
    t('summary'),
    [t('summary'), t('result')],
    rows.map(([key, value]) => [t(key), value]),
  );
}

const details = (result: Result, language: Language, t: Texter): Html => {
  const { criterion, checks, failures } = result;
  const failed = failures.map(
    ({ page: { entry }, check, message }) =>
      html`<a href="#page-${entry.id}">${entry.id}</a> (${check}): ${inEnglish(message)}`,
  );
  const checkedBy = checks.map(
    (check) => `${namesOf([check], language)} (${t('onPages', { count: check.pages })})`,
  );
  return html`<h3 id="sc-${criterion.id}">${titleOf(result, language)}</h3>
<p><strong>${wordsOf(result, language, t)}</strong></p>
${failed.length > 0 && html`<p>${t('findings')}:</p>${list(failed)}`}
${checks.length > 0 && html`<p>${t('checkedBy')}:</p>${list(checkedBy)}`}
<p>${t('byPerson')}:</p><ol>${stepsOf(result, language).map((step) => html`<li>${step}</li>`)}</ol>`;
};

const pagesTable = ({ pages, isLive }: Pack, t: Texter): Html =>
  table(
    t,
    t('pages'),
    [t('kind'), t('page'), t('findings'), t('evidence')],
    pages.map(({ entry, facts, found, evidence }) => [
      html`<span id="page-${entry.id}">${entry.id}</span>`,
      html`<span lang="${languageFacts[entry.language].tag}">${facts.title}</span> ${isLive ? html`<a href="${entry.url}">${entry.url}</a>` : new URL(entry.url).pathname}`,
      found.filter(({ criterion }) => criterion).length,
      evidence.map((file) => html`<a href="${file}">${t(file.split('/').at(-1) ?? '')}</a> `),
    ]),
  );

/** The report for an auditor. */
export function reportHtml(pack: Pack, language: Language): string {
  const t = texter(language);
  const { results, pages, problems } = pack;
  const rows = results.map((result) => [
    html`<a href="#sc-${result.criterion.id}">${titleOf(result, language)}</a>`,
    result.criterion.level,
    wordsOf(result, language, t),
    t(`gbt${result.criterion.since}`, {
      principle: t(`principle${result.criterion.number[0]}`),
      name: result.criterion[language],
    }),
  ]);
  const perPage = (textsOf: (page: Pack['pages'][number]) => string[]) => {
    const texts = pages.flatMap((page) =>
      textsOf(page).map((text) => inEnglish(`${page.entry.id}: ${text}`)),
    );
    return list(texts.length > 0 ? texts : [t('none')]);
  };
  const body = html`${pack.isPartial && html`<p class="notice">${t('partial', { done: pages.length, planned: pack.planned })}</p>`}
<h2>${t('summary')}</h2>${summary(pack, t)}
<p>${t('machine')}: <a href="evidence.jsonld">EARL (JSON-LD)</a>. <a href="${fileName('acr', language)}">${t('acr')}</a>.</p>
<h2>${t('problems')}</h2>${list(problems.length > 0 ? problems.map(inEnglish) : [t('problemsNone')])}
${pack.isLive && html`<p>${t('notSampled')}</p>`}
<h2>${t('criteria')}</h2>${table(t, t('criteria'), [t('criterion'), t('level'), t('result'), t('gbt')], rows)}<p>${t('gbtNote')}</p>
<h2>${t('details')}</h2>${results.map((result) => details(result, language, t))}
<h2>${t('pages')}</h2>${pagesTable(pack, t)}
<h2>${t('unsure')}</h2><p>${t('unsureText')}</p>${perPage(({ unsure }) => unsure)}
<h2>${t('remarks')}</h2>${perPage(({ found }) => found.flatMap(({ criterion, message }) => (criterion ? [] : [message])))}`;
  return frame('index', language, t('title'), t('lead', { base: pack.base }), body);
}

/** Draft of an accessibility conformance report in the structure of VPAT 2.5, WCAG edition. */
export function acrHtml({ base, startedAt, results }: Pack, language: Language): string {
  const t = texter(language);
  const values = {
    base,
    date: startedAt.toISOString().slice(0, 10),
    checks: namesOf(checkTable.values(), language),
  };
  const section = (key: string) => html`<h2>${t(key)}</h2><p>${t(`${key}Text`, values)}</p>`;
  const tableOf = (number: number, level: string) => {
    const caption = t('table', { number, level });
    const rows = results
      .filter(({ criterion }) => criterion.level === level)
      .map((result) => [
        titleOf(result, language),
        t(`${result.verdict}Level`),
        html`${wordsOf(result, language, t)}${result.failures.slice(0, 3).map(({ message }) => html`; ${inEnglish(message)}`)}`,
      ]);
    return html`<h3>${caption}</h3>${table(t, caption, [t('criterion'), t('conformance'), t('remarksCell')], rows)}`;
  };
  const standards = table(
    t,
    t('standards'),
    [t('standard'), t('included')],
    [['Web Content Accessibility Guidelines 2.2', t('includedText')]],
  );
  const body = html`${['product', 'reportDate', 'description', 'contact', 'notes', 'methods'].map(section)}
<h2>${t('standards')}</h2>${standards}${section('terms')}
<h2>WCAG 2.2</h2>${tableOf(1, 'A')}${tableOf(2, 'AA')}<p>${t('aaa')}</p>${section('legal')}`;
  return frame('acr', language, t('acrTitle', { site: new URL(base).host }), t('notesText'), body);
}
