import { createRequire } from 'node:module';
import { type Language, languageFacts } from '../../src/i18n/languages.ts';
import { fileName, frame, type Html, html, inEnglish, type Texter, table, texter } from './frame.ts';
import type { Pack, Result } from './results.ts';
import { checkTable } from './tables.ts';

const require = createRequire(import.meta.url);
const versionOf = (name: string) =>
  `${name} ${(require(`${name}/package.json`) as { version: string }).version}`;

const YOUNGER_THAN_WCAG_2_0 =
  '1.3.4 1.3.5 1.4.10 1.4.11 1.4.12 1.4.13 2.1.4 2.5.1 2.5.2 2.5.3 2.5.4 4.1.3'.split(' ');
const YOUNGER_THAN_THE_STANDARD = '2.4.11 2.5.7 2.5.8 3.2.6 3.3.7 3.3.8'.split(' ');

/** Subject of GB/T 37668-2019 that corresponds to a criterion. */
function chineseStandard({ criterion }: Result, language: Language, t: Texter): string {
  const principle = t(`principle${criterion.number[0]}`);
  if (YOUNGER_THAN_THE_STANDARD.includes(criterion.number)) return '–';
  if (YOUNGER_THAN_WCAG_2_0.includes(criterion.number)) return t('gbtLookUp', { principle });
  return `${principle}${language === 'zh' ? '：' : ': '}${criterion[language]}`;
}

export const stepsOf = ({ criterion }: Result, language: Language): string[] =>
  language === 'zh' ? criterion.stepsZh.split('；') : criterion.stepsEn.split('; ');

export const namesOf = (checks: { id: string }[], language: Language): string =>
  checks.map(({ id }) => checkTable.get(id)?.[language] ?? id).join(language === 'zh' ? '；' : '; ');

/** Result of a criterion in words. */
export function wordsOf(result: Result, language: Language, t: Texter): string {
  const { verdict, checks, criterion } = result;
  const steps = stepsOf(result, language).length;
  const values = { checks: checks.map(({ id }) => id).join(', '), why: t(criterion.needs), steps };
  return verdict === 'person' && steps === 1 && language === 'en'
    ? t(verdict, values).replace('steps', 'step')
    : t(verdict, values);
}

const list = (items: (string | Html)[]): Html =>
  html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

function summary(pack: Pack, t: Texter): Html {
  const { pages, results } = pack;
  const random = pages.filter(({ entry }) => entry.isRandom).length;
  const languages = [...new Set(pages.map(({ entry }) => languageFacts[entry.language].tag))];
  const count = (wanted: string) => results.filter(({ verdict }) => verdict === wanted).length;
  const rows: [string, string | Html | number][] = [
    [t('date'), pack.startedAt.toISOString().slice(0, 16).replace('T', ' ')],
    [t('site'), pack.base],
    [t('scope'), languages.join(', ')],
    [
      t('sample'),
      t('sampleText', { structured: pages.length - random, random, listed: pack.listed, seed: pack.seed }),
    ],
    [t('runs'), pages.reduce((sum, { checks }) => sum + checks.length, 0)],
    [t('duration'), t('seconds', { seconds: pack.seconds })],
    [t('tools'), ['axe-core', 'html-validate', 'playwright'].map(versionOf).join(', ')],
    [
      t('results'),
      list(
        ['failed', 'noFailure', 'notApplicable', 'person'].map(
          (verdict) => `${count(verdict)} ${t(verdict, { checks: '…', why: '…', steps: '…' })}`,
        ),
      ),
    ],
  ];
  return table(
    t,
    [t('summary'), ''].map((text) => text || t('result')),
    rows,
    t('summary'),
  );
}

const details = (result: Result, language: Language, t: Texter): Html => {
  const { criterion, checks, failures } = result;
  return html`<h3 id="sc-${criterion.id}">${criterion.number} ${criterion[language]}</h3>
<p><strong>${wordsOf(result, language, t)}</strong></p>
${failures.length > 0 && html`<p>${t('findings')}:</p>${list(failures.map(({ page, check, message }) => html`<a href="#page-${page.entry.id}">${page.entry.id}</a> (${check}): ${inEnglish(message, language)}`))}`}
${checks.length > 0 && html`<p>${t('checkedBy')}:</p>${list(checks.map((check) => `${namesOf([check], language)} (${t('onPages', { count: check.pages })})`))}`}
<p>${t('byPerson')}:</p><ol>${stepsOf(result, language).map((step) => html`<li>${step}</li>`)}</ol>`;
};

function pagesTable(pack: Pack, t: Texter): Html {
  const rows = pack.pages.map(({ entry, title, found, evidence }) => {
    const path = entry.url.slice(new URL(entry.url).origin.length);
    return [
      html`<span id="page-${entry.id}">${entry.id}</span>`,
      html`<span lang="${languageFacts[entry.language].tag}">${title}</span> ${pack.isLive ? html`<a href="${entry.url}">${path}</a>` : path}`,
      found.filter(({ criterion }) => criterion).length,
      evidence.map((file) => html`<a href="${file}">${t(file.split('/').at(-1) ?? file)}</a> `),
    ];
  });
  return table(t, [t('kind'), t('page'), t('findings'), t('evidence')], rows, t('pages'));
}

/** The report for an auditor. */
export function reportHtml(pack: Pack, language: Language): string {
  const t = texter(language);
  const { results, pages, problems } = pack;
  const facts = (name: string, shown = (one: string) => one) =>
    pages.flatMap(({ entry, facts: own }) =>
      ((own[name] as string[] | undefined) ?? []).map((one) =>
        inEnglish(`${entry.id}: ${shown(one)}`, language),
      ),
    );
  const remarks = pages.flatMap(({ entry, found }) =>
    found
      .filter(({ criterion }) => !criterion)
      .map(({ message }) => inEnglish(`${entry.id}: ${message}`, language)),
  );
  const unsure = [...facts('unsure'), ...facts('pictures')];
  const rows = results.map((result) => [
    html`<a href="#sc-${result.criterion.id}">${result.criterion.number} ${result.criterion[language]}</a>`,
    result.criterion.level,
    wordsOf(result, language, t),
    chineseStandard(result, language, t),
  ]);
  const body = html`${pack.isPartial && html`<p class="notice">${t('partial', { done: pages.length, planned: pack.planned })}</p>`}
<h2>${t('summary')}</h2>${summary(pack, t)}
<p>${t('machine')}: <a href="evidence.jsonld">EARL (JSON-LD)</a>. <a href="${fileName('acr', language)}">${t('acr')}</a>.</p>
<h2>${t('problems')}</h2>${problems.length > 0 ? list(problems.map((text) => inEnglish(text, language))) : html`<p>${t('problemsNone')}</p>`}
${pack.isLive && html`<p>${t('notSampled')}</p>`}
<h2>${t('criteria')}</h2>${table(t, [t('criterion'), t('level'), t('result'), t('gbt')], rows, t('criteria'))}<p>${t('gbtNote')}</p>
<h2>${t('details')}</h2>${results.map((result) => details(result, language, t))}
<h2>${t('pages')}</h2>${pagesTable(pack, t)}
<h2>${t('unsure')}</h2><p>${t('unsureText')}</p>${list(unsure.length > 0 ? unsure : [t('none')])}
<h2>${t('remarks')}</h2>${list(remarks.length > 0 ? remarks : [t('none')])}`;
  return frame('index', language, t('title'), t('lead', { base: pack.base }), body);
}

/** Draft of an accessibility conformance report in the structure of VPAT 2.5, WCAG edition. */
export function acrHtml(pack: Pack, language: Language): string {
  const t = texter(language);
  const levels = {
    failed: 'acrFailed',
    notApplicable: 'acrNotApplicable',
    noFailure: 'acrOpen',
    person: 'acrOpen',
  };
  const rowsOf = (level: string) =>
    pack.results
      .filter(({ criterion }) => criterion.level === level)
      .map((result) => [
        `${result.criterion.number} ${result.criterion[language]}`,
        t(levels[result.verdict]),
        html`${wordsOf(result, language, t)}${result.failures.slice(0, 3).map(({ message }) => html`; ${inEnglish(message, language)}`)}`,
      ]);
  const head = [t('criterion'), t('conformance'), t('remarksCell')];
  const tableOf = (number: number, level: string) => {
    const caption = t('table', { number, level });
    return html`<h3>${caption}</h3>${table(t, head, rowsOf(level), caption)}`;
  };
  const sections: [string, string | Html][] = [
    [t('product'), `${pack.base}`],
    [t('reportDate'), pack.startedAt.toISOString().slice(0, 10)],
    [t('description'), t('descriptionText')],
    [t('contact'), t('contactText')],
    [t('notes'), t('acrNote')],
    [t('methods'), t('methodsText', { checks: namesOf([...checkTable.values()], language) })],
  ];
  const wcag = html`<a href="https://www.w3.org/TR/WCAG22/">Web Content Accessibility Guidelines 2.2</a>`;
  const body = html`${sections.map(([name, text]) => html`<h2>${name}</h2><p>${text}</p>`)}
<h2>${t('standards')}</h2>${table(t, [t('standard'), t('included')], [[wcag, t('includedText')]], t('standards'))}
<h2>${t('terms')}</h2><p>${t('termsText')}</p><h2>WCAG 2.2</h2>${tableOf(1, 'A')}${tableOf(2, 'AA')}<p>${t('aaa')}</p>
<h2>${t('legal')}</h2><p>${t('legalText')}</p>`;
  return frame('acr', language, t('acrTitle', { site: new URL(pack.base).host }), t('acrNote'), body);
}
