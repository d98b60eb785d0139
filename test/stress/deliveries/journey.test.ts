/** @module-tag matrix */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { root } from '../../../src/build/paths.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import { formClient, goodFields, TEST_ANSWER, TEST_SETTINGS } from '../../support/form-client.ts';
import { freePort } from '../../support/listen.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FORWARD_SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const GROUP = 'intake@group.example';
/** Longer than the delay between two attempts. */
const PATIENCE = { timeout: 30_000 };
const ALL_DELIVERED = /3 of 3$/mu;

/** Returns the output of `plinth applications`. */
async function applications(dataDir: string, ...args: string[]): Promise<string> {
  const program = path.join(root, 'src/cli/plinth.ts');
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  return (await promisify(execFile)(process.execPath, [program, 'applications', ...args], { env })).stdout;
}

it('delivers an application without JavaScript to the group’s system, its mailbox and the applicant', async () => {
  await using received = await temporaryFolder('received');
  const mails = await startMailServer({ refuses: { [GROUP]: 451 } });
  onTestFinished(mails.close);
  const port = await freePort();
  await using site = await startDemoSite({
    environment: {
      ...TEST_SETTINGS,
      FORWARD_URL: `http://127.0.0.1:${port}/`,
      FORWARD_SECRET,
      SMTP_URL: mails.url,
      MAIL_FROM: 'site@group.example',
      MAIL_TO: GROUP,
    },
  });
  const client = formClient(site.port);
  await client.get();
  const content = buildPdf({ padding: 100_000 });
  const fields = { ...goodFields, captcha: TEST_ANSWER };
  expect((await client.post({ fields, files: [{ name: '计划书.pdf', content }] })).status).toBe(303);
  const { mainText } = await client.get(client.receipt());
  const reference = /A-\d{4}-\w{6}/u.exec(mainText)?.[0] ?? expect.fail('no reference');

  // Both deliveries wait, because the receiver is down and the mail server defers the notice.
  const waiting = () => applications(site.dataDir, 'deliveries', '--waiting');
  await expect.poll(waiting, PATIENCE).toMatch(/forward +waiting +\d+ .+ECONNREFUSED/u);
  await expect.poll(waiting, PATIENCE).toMatch(/mail-group +waiting +\d+ .+451/u);
  const receiver = [path.join(root, 'src/cli/receiver.ts'), received.path, '--port', `${port}`];
  const env = { ...process.env, FORWARD_SECRET };
  const child = spawn(process.execPath, receiver, { env, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  mails.behave({ refuses: {} });
  // The command skips a delivery whose attempt is running, and the receiver may still be starting.
  const retryAndList = async () => {
    await applications(site.dataDir, 'retry', reference).catch(() => undefined);
    return applications(site.dataDir, 'list');
  };
  await expect.poll(retryAndList, PATIENCE).toMatch(ALL_DELIVERED);

  const folder = path.join(received.path, reference);
  const record = JSON.parse(await readFile(path.join(folder, 'application.json'), 'utf8'));
  expect(record).toMatchObject({ reference, companyName: goodFields.companyName, language: 'en' });
  expect((await readFile(path.join(folder, '1 计划书.pdf'))).equals(content)).toBe(true);
  const [receipt, notice] = mails.mails;
  expect([receipt?.to, notice?.to]).toEqual([[goodFields.contactEmail], [GROUP]]);
  expect(receipt?.parsed.subject).toContain(reference);
  expect(notice?.parsed.text).toContain('计划书.pdf');
  const metrics = await (await fetch(`${site.base}/metrics`)).text();
  expect(metrics).toContain('plinth_deliveries_total{channel="forward",result="delivered"} 1');
});
