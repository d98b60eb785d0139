import { once } from 'node:events';
import { createServer } from 'node:net';
import pino from 'pino';
import { createBuildInfo, VERSION } from '../config/build-info.ts';
import { type Config, checkFolders, readConfig, SettingsError } from '../config/config.ts';
import { distDir } from '../config/dist-dir.ts';
import { settingsSummary } from '../config/settings-summary.ts';
import { endOnFailure } from './fatal.ts';

/** What every start needs: the settings, and a log whose first line tells of them. */
export function begin() {
  const settings = readSettings();
  const log = pino({ level: settings.logLevel, base: undefined });
  endOnFailure(log);
  log.info(
    {
      version: VERSION,
      build: createBuildInfo(distDir).running.id,
      node: process.version,
      settings: settingsSummary(settings),
    },
    'starting',
  );
  const fail =
    (what: string) =>
    (error: Error): never => {
      log.fatal({ reason: error.message }, what);
      process.exit(1);
    };
  return { settings, log, fail };
}

/** Wrong settings end the process with all that is wrong with them. */
function readSettings(): Config {
  try {
    const settings = readConfig();
    checkFolders(settings);
    return settings;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Rejects where the site cannot listen at its address, before anything is opened or changed. */
export async function checkPort({ port, host }: Config): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
