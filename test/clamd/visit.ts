import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '../../src/store/index.ts';
import { buildPdf } from '../../src/uploads/checks/test-support/build-pdf.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { formClient, goodFields, TEST_ANSWER } from '../support/form-client.ts';

const FORM = '/en/work-with-us/application';

/** A PDF of about so many bytes that says these words. */
export const pdf = (words: string, bytes = 1000) => ({
  name: 'plan.pdf',
  content: buildPdf({ objects: `% ${words}\n`, padding: bytes }),
});

/** The built site with a daemon's address, and a visitor who sends one file. */
export async function siteWith(clamdUrl: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-clamd-data-'));
  const site = await startDemoSite({
    environment: {
      DATA_DIR: dataDir,
      CLAMD_URL: clamdUrl,
      CAPTCHA_TEST_ANSWER: TEST_ANSWER,
      RATE_LIMIT_PER_MINUTE: '0',
    },
  });
  return {
    /** Sends an application of one file; gives the answer's status and what is said against the file. */
    async send(file: ReturnType<typeof pdf>) {
      const client = formClient(Number(new URL(site.base).port), FORM);
      await client.get();
      const { status, problems } = await client.post({
        fields: { ...goodFields, captcha: TEST_ANSWER },
        files: [file],
      });
      return { status, problems };
    },
    /** What is known of the files of all applications, in their order. */
    async scans(): Promise<string[]> {
      const store = await openStore(dataDir);
      const scans: string[] = [];
      for await (const { files } of store.applications.all()) scans.push(...files.map(({ scan }) => scan));
      await store.close();
      return scans;
    },
    /** Lines of the log about the scan. */
    log: () => site.stdout.filter((line) => line.includes('virus scan')),
    async stop() {
      await site.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
