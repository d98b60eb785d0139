import { createBuildInfo, VERSION } from '../../build-info.ts';
import { DAY_MS } from '../../lib/days.ts';
import { isNewEnough, NEEDED_MAJOR } from '../../node-version.ts';
import { type Finding, fault, ok, tried, warning } from './finding.ts';

/** A build that is older than this is more likely a wrong clock, in days. */
const OLD_BUILD_DAYS = 3650;

/** The program that runs the site, what was built, and the clock by which content ages. */
export async function checkRuntime(distDir: string, now = Date.now()): Promise<Finding[]> {
  return [checkNode(process.versions.node), await tried('build', () => checkBuild(distDir, now))];
}

function checkNode(version: string): Finding {
  if (isNewEnough(version)) return ok('Node', version);
  return fault('Node', `${version}; the site needs ${NEEDED_MAJOR} or newer`);
}

function checkBuild(distDir: string, now: number): Finding {
  const build = readBuild(distDir);
  if (!build) return fault('build', 'there is none: npm run build');
  const ageDays = (now - Date.parse(build.timestamp)) / DAY_MS;
  const said = `Plinth ${VERSION}, ${build.id}, of ${build.timestamp}`;
  if (ageDays >= -1 && ageDays < OLD_BUILD_DAYS) return ok('build and clock', said);
  return warning('build and clock', `${said}, but the clock says ${new Date(now).toISOString()}`);
}

function readBuild(distDir: string) {
  try {
    return createBuildInfo(distDir).running;
  } catch {
    return undefined;
  }
}
