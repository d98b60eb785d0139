import path from 'node:path';
import type { Logger } from 'pino';
import { distDir } from '../config/build-info.ts';
import type { Config } from '../config/config.ts';
import { startDemoBackend } from '../demo/backend.ts';

type Backend = { url: string; close: () => void };

/** The content backend of the settings. Starts the embedded one if `API_BASE_URL` is unset. */
export async function openContentBackend(
  { api, contentDir }: Pick<Config, 'api' | 'contentDir'>,
  log?: Logger,
): Promise<Backend> {
  if (api.baseUrl) return { url: api.baseUrl, close: () => undefined };
  return startDemoBackend(contentDir ?? path.join(distDir, '../src/demo/content'), (reason) =>
    log?.error({ reason }, 'mistake in a content file'),
  );
}
