import { CONTRACT_ROOT } from '../../backend/paths.ts';
import { sectionKinds } from '../../content/sections.ts';
import { type Finding, fault, ok, reasonOf, warning } from './finding.ts';
import { type Known, probes } from './probes.ts';
import type { Call, WatchedContent } from './watched-content.ts';

/** Asks every path of the contract in one language, one after another so that each has its own time. */
export async function checkBackend(content: WatchedContent): Promise<Finding[]> {
  const known: Known = { articles: [] };
  const findings: Finding[] = [];
  for (const [path, asks] of Object.entries(probes)) {
    const what = `backend ${content.language} ${path.slice(CONTRACT_ROOT.length)}`;
    const failures: string[] = [];
    const before = content.calls.length;
    for (const ask of asks(known)) {
      await ask(content.reader()).catch((error: unknown) => failures.push(reasonOf(error)));
    }
    findings.push(findingOf(what, content.calls.slice(before), failures));
  }
  if (known.menu) findings.push(checkMenu(content.language, known.menu));
  return findings;
}

function findingOf(what: string, calls: readonly Call[], failures: readonly string[]): Finding {
  const problems = calls.flatMap((call) => call.problems);
  const details = problems.map(({ record, problem }) => `record ${record}: ${problem}`);
  if (failures.length > 0) return fault(what, failures[0] ?? '', [...failures.slice(1), ...details]);
  if (calls.length === 0) return warning(what, 'not asked: no other answer named anything to ask for');
  if (details.length === 0) return ok(what, numbersOf(calls));
  return warning(what, `${numbersOf(calls)}, ${details.length} that do not fit the contract:`, details);
}

function numbersOf(calls: readonly Call[]): string {
  const slowest = Math.ceil(Math.max(...calls.map(({ ms }) => ms)));
  const records = calls.reduce((sum, call) => sum + call.records, 0);
  return `${calls.length > 1 ? `${calls.length} calls, slowest ` : ''}${slowest} ms, ${records} records`;
}

/** Sections that the site knows how to show and no item of the menu leads to. */
function checkMenu(language: string, menu: NonNullable<Known['menu']>): Finding {
  const there = new Set([...menu.byKey.values()].map(({ kind }) => kind));
  const missing = sectionKinds.filter((kind) => !there.has(kind));
  const what = `menu ${language}`;
  if (missing.length === 0) return ok(what, `${menu.byKey.size} items, one for each section`);
  return warning(what, `${menu.byKey.size} items, none for: ${missing.join(', ')}`);
}
