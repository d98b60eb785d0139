import { type DemoSite, type Environment, startDemoSite } from '../support/demo-site.ts';

/** Keeps content fresh during the run, so that the backend is not part of the figures. */
const SETTINGS = { NODE_ENV: 'production', RATE_LIMIT_PER_MINUTE: '0', CONTENT_FRESH_S: '3600' };

export const startBuilt = (environment: Environment = {}): Promise<DemoSite> =>
  startDemoSite({ environment: { ...SETTINGS, ...environment } });
