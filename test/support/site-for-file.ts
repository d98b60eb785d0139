import { afterAll, afterEach, beforeAll } from 'vitest';
import { readPage } from './html.ts';
import { type Site, startSite } from './site.ts';

type Environment = Record<string, string>;

/**
 * Provides one site for all tests of a file. Resets the fake backend after each test. `environment` is a function if a `beforeAll`
 * starts the servers that it names.
 */
export function siteForFile(environment: Environment | (() => Environment) = {}): () => Site {
  let site: Site | undefined;
  beforeAll(async () => {
    site = await startSite(typeof environment === 'function' ? environment() : environment);
  });
  afterEach(() => {
    site?.fake.comeUp();
    site?.fake.restore();
  });
  afterAll(() => site?.close());
  return () => {
    if (!site) throw new Error('the site has not started');
    return site;
  };
}

/** Requests a path unchanged and parses the page. */
export async function pageAt(site: Site, url: string, headers: Record<string, string> = {}) {
  const { status, headers: responseHeaders, text } = await site.raw(url, { headers });
  return { status, headers: responseHeaders, text, ...readPage(text) };
}
