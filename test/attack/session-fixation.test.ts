import { expect, it } from 'vitest';
import { formClient, TEST_SETTINGS } from '../support/form-client.ts';
import { siteForFile } from '../support/site-for-file.ts';
import { FORM } from './support/bodies.ts';
import { rowsOf } from './support/traces.ts';

const site = siteForFile(TEST_SETTINGS);

it.each([
  ['s%3Achosen.by-someone-else', ''],
  [`s%3A${'chosen'.repeat(5)}.${'d'.repeat(43)}`, ''],
  ['', '?application=chosen'],
  ['', ';jsessionid=chosen'],
])(
  'a session that someone chose (cookie “%s”, address “%s”) is replaced by a random one',
  async (chosen, ending) => {
    const client = formClient(site().port, FORM);
    if (chosen) client.cookies.set('__Host-application', chosen);
    for (const address of [FORM + ending, FORM]) await client.get(address);
    const { headers } = await client.post({});
    const [cookie = ''] = headers['set-cookie'] ?? [];
    // Browsers accept the prefix only from the host itself, over HTTPS.
    expect(cookie).toMatch(/^__Host-application=s%3A[\w-]{32}\.[^;]+; Path=\/; /u);
    expect(cookie).toContain('; Secure');
    expect(cookie).not.toMatch(/Domain=|chosen/u);
    expect(JSON.stringify(rowsOf(site(), 'select id from sessions'))).not.toContain('chosen');
  },
);
