import { clamdFacts } from './facts.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const NAME = 'virus scan';

/** Whether the virus scanner answers, and whether it looks at all of the files that the form takes. */
export async function checkScanner(url: string): Promise<Finding> {
  const facts = await clamdFacts(url);
  if (!facts.isUp) return fault(NAME, `${url}: ${facts.reason}`);
  const { version, largest, tellsLimits } = facts;
  if (largest.scan === 'held')
    return fault(NAME, `${version}: a file of the largest size is not scanned: ${largest.reason}`);
  if (!tellsLimits)
    return warning(NAME, `${version}: set AlertExceedsMax, or what it did not look at counts as clean`);
  return ok(NAME, `${url}: ${version}`);
}
