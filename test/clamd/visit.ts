import { buildPdf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { openStore } from '../../src/store/index.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { formClient, goodFields, TEST_ANSWER, TEST_SETTINGS } from '../support/form-client.ts';

/** A PDF of about so many bytes that says these words. */
export const pdf = (words: string, bytes = 1000) => ({
  name: 'plan.pdf',
  content: buildPdf({ objects: `% ${words}\n`, padding: bytes }),
});

/** The built site with a daemon's address, and a visitor who sends one file. */
export async function siteWith(clamdUrl: string) {
  const site = await startDemoSite({ environment: { ...TEST_SETTINGS, CLAMD_URL: clamdUrl } });
  return {
    /** Sends an application of one file; gives the answer's status and what is said against the file. */
    async send(file: ReturnType<typeof pdf>) {
      const client = formClient(site.port);
      await client.get();
      return client.post({ fields: { ...goodFields, captcha: TEST_ANSWER }, files: [file] });
    },
    /** Scan results of the files of all applications, in order. */
    async scans(): Promise<string[]> {
      const store = await openStore(site.dataDir);
      const scans: string[] = [];
      for await (const { files } of store.applications.all()) scans.push(...files.map(({ scan }) => scan));
      await store.close();
      return scans;
    },
    /** Lines of the log about the scan. */
    log: () => site.stdout.filter((line) => line.includes('virus scan')),
    [Symbol.asyncDispose]: site.stop,
  };
}
