import project from '../../package.json' with { type: 'json' };
import { type Language, languageFacts } from '../../src/i18n/languages.ts';
import { fileName, frame, type Html, html, list, table } from './frame.ts';
import { type Pack, type Result, verdicts } from './results.ts';
import { checkTable, texter } from './tables.ts';

const { 'axe-core': axe, 'html-validate': htmlValidate, playwright } = project.devDependencies;
const TOOLS = `axe-core ${axe}, html-validate ${htmlValidate}, Playwright ${playwright}`;

export const stepsOf = ({ criterion }: Result, language: Language): string[] =>
  language === 'zh' ? criterion.stepsZh.split('；') : criterion.stepsEn.split('; ');

export const namesOf = (checks: Iterable<{ id: string }>, language: Language): string =>
  [...checks].map(({ id }) => checkTable.get(id)?.[language]).join(language === 'zh' ? '；' : '; ');

/** Marks findings as English. */
const inEnglish = (text: string): Html => html`<span lang="en">${text}</span>`;

const titleOf = ({ criterion }: Result, language: Language) => `${criterion.number} ${criterion[language]}`;

/** Describes the result of a criterion. */
const wordsOf = (result: Result, language: Language): string =>
  texter(language)(result.verdict, {
    checks: result.checks.map(({ id }) => id).join(', '),
    why: texter(language)(result.criterion.needs),
    steps: stepsOf(result, language).length,
  });

function summary({ base, pages, results, listed, seed, seconds, startedAt }: Pack, language: Language): Html {
  const t = texter(language);
  const random = pages.filter(({ entry }) => entry.isRandom).length;
  const count = (wanted: string) => results.filter(({ verdict }) => verdict === wanted).length;
  const tags = new Set(pages.map(({ entry }) => languageFacts[entry.language].tag));
  return table(
    language,
    t('summary'),
    ['summary', 'result'],
    [
      [t('date'), startedAt.toISOString().slice(0, 16).replace('T', ' ')],
      [t('site'), base],
      [t('scope'), [...tags].join(', ')],
      [t('sample'), t('sampleText', { structured: pages.length - random, random, listed, seed })],
      [t('runs'), pages.reduce((sum, { checks }) => sum + checks.length, 0)],
      [t('duration'), t('seconds', { seconds })],
      [t('tools'), TOOLS],
      [t('results'), list(verdicts.map((verdict) => `${count(verdict)} ${t(`${verdict}Count`)}`))],
    ],
  );
}

function details(result: Result, language: Language): Html {
  const t = texter(language);
  const { criterion, checks, failures } = result;
  const failed = failures.map(
    ({ page: { entry }, check, message }) =>
      html`<a href="#page-${entry.id}">${entry.id}</a> (${check}): ${inEnglish(message)}`,
  );
  const checkedBy = checks.map(
    (check) => `${namesOf([check], language)} (${t('onPages', { count: check.pages })})`,
  );
  return html`<h3 id="sc-${criterion.id}">${titleOf(result, language)}</h3>
<p><strong>${wordsOf(result, language)}</strong></p>
${failed.length > 0 && html`<p>${t('findings')}:</p>${list(failed)}`}
${checks.length > 0 && html`<p>${t('checkedBy')}:</p>${list(checkedBy)}`}
<p>${t('byPerson')}:</p><ol>${stepsOf(result, language).map((step) => html`<li>${step}</li>`)}</ol>`;
}

function pagesTable({ pages, isLive }: Pack, language: Language): Html {
  const t = texter(language);
  const rows = pages.map(({ entry: { id, url, language }, facts, found, evidence }) => [
    html`<span id="page-${id}">${id}</span>`,
    html`<span lang="${languageFacts[language].tag}">${facts.title}</span> ${isLive ? html`<a href="${url}">${url}</a>` : new URL(url).pathname}`,
    found.filter(({ criterion }) => criterion).length,
    list(evidence.map((file) => html`<a href="${file}">${t(file.split('/').at(-1) ?? '')}</a>`)),
  ]);
  return table(language, t('pages'), ['kind', 'page', 'findings', 'evidence'], rows);
}

/** Renders the report for an auditor. */
export function reportHtml(pack: Pack, language: Language): string {
  const t = texter(language);
  const { base, results, pages, problems, isLive } = pack;
  const rows = results.map((result) => {
    const { id, level, since, number, [language]: name } = result.criterion;
    return [
      html`<a href="#sc-${id}">${titleOf(result, language)}</a>`,
      level,
      wordsOf(result, language),
      t(`gbt${since}`, { principle: t(`principle${number[0]}`), name }),
    ];
  });
  const toLookAt = pages.flatMap(({ entry, found }) =>
    found.flatMap(({ criterion, message }) => (criterion ? [] : [inEnglish(`${entry.id}: ${message}`)])),
  );
  const body = html`<h2>${t('summary')}</h2>${summary(pack, language)}
<p>${t('machine')}: <a href="evidence.jsonld">EARL (JSON-LD)</a>. <a href="${fileName('acr', language)}">${t('acr')}</a>.</p>
<h2>${t('problems')}</h2>${list(problems.length > 0 ? problems.map(inEnglish) : [t('problemsNone')])}
${isLive && html`<p>${t('notSampled')}</p>`}
<h2>${t('criteria')}</h2>${table(language, t('criteria'), ['criterion', 'level', 'result', 'gbt'], rows)}<p>${t('gbtNote')}</p>
<h2>${t('details')}</h2>${results.map((result) => details(result, language))}
<h2>${t('pages')}</h2>${pagesTable(pack, language)}
<h2>${t('unsure')}</h2><p>${t('unsureText')}</p>${list(toLookAt.length > 0 ? toLookAt : [t('none')])}`;
  return frame('index', language, t('title'), t('lead', { base }), body);
}

/** Drafts an accessibility conformance report in the structure of VPAT 2.5, WCAG edition. */
export function acrHtml({ base, startedAt, results }: Pack, language: Language): string {
  const t = texter(language);
  const date = startedAt.toISOString().slice(0, 10);
  const values = { base, date, checks: namesOf(checkTable.values(), language) };
  const section = (key: string) => html`<h2>${t(key)}</h2><p>${t(`${key}Text`, values)}</p>`;
  const tableOf = (number: number, level: string) => {
    const caption = t('table', { number, level });
    const own = results.filter(({ criterion }) => criterion.level === level);
    const rows = own.map((result) => [
      titleOf(result, language),
      t(`${result.verdict}Level`),
      [
        wordsOf(result, language),
        result.failures.slice(0, 3).map(({ message }) => inEnglish(`; ${message}`)),
      ],
    ]);
    return html`<h3>${caption}</h3>${table(language, caption, ['criterion', 'conformance', 'remarksCell'], rows)}`;
  };
  const standards = [['Web Content Accessibility Guidelines 2.2', t('includedText')]];
  const body = html`${['product', 'reportDate', 'description', 'contact', 'notes', 'methods'].map(section)}
<h2>${t('standards')}</h2>${table(language, t('standards'), ['standard', 'included'], standards)}${section('terms')}
<h2>WCAG 2.2</h2>${tableOf(1, 'A')}${tableOf(2, 'AA')}<p>${t('aaa')}</p>${section('legal')}`;
  return frame('acr', language, t('acrTitle', { site: new URL(base).host }), t('notesText'), body);
}
