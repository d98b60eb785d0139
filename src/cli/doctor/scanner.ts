import { askClamd } from '../../services/file-checks/clamd-ping.ts';
import { type Finding, fault, ok } from './finding.ts';

/** Whether the virus scanner answers, and which it is. */
export async function checkScanner(url: string): Promise<Finding> {
  const pong = await askClamd(url, 'PING');
  if (pong !== 'PONG') return fault('virus scan', `${url} answered ${JSON.stringify(pong)} to PING`);
  return ok('virus scan', `${url}: ${await askClamd(url, 'VERSION')}`);
}
