import { expect, it } from 'vitest';
import { sentApplication } from '../testing/applications.ts';
import { deliverBy, mailServer, settingsFor } from '../testing/mail-channels.ts';

const LOGIN = { user: 'plinth', password: 's3cret:wörd/1' };

const deliver = (url: string) => deliverBy('mail-applicant', settingsFor({ url }), sentApplication());
const urlOf = (port: number, { user, password } = LOGIN, scheme = 'smtp') =>
  `${scheme}://${user}:${encodeURIComponent(password)}@localhost:${port}?`;
const TRUSTING = 'tls.rejectUnauthorized=false';

it.each([
  ['smtp', false],
  ['smtps', true],
])('logs in over %s only to a server with a valid certificate', async (scheme, secure) => {
  const server = await mailServer({ login: LOGIN }, { secure });
  const url = urlOf(server.port, LOGIN, scheme);
  const error = expect.stringMatching(/certificate/iu);
  expect(await deliver(url)).toMatchObject({ result: 'again', error });
  expect(server.commands.logins).toEqual([]);
  expect(await deliver(url + TRUSTING)).toMatchObject({ result: 'delivered' });
  expect(server.commands.logins).toEqual([LOGIN.user]);
});

it('retries a mail after a refused login without recording the credentials', async () => {
  const server = await mailServer({ login: LOGIN });
  const url = urlOf(server.port, { user: 'plinth', password: 'another-word' }) + TRUSTING;
  expect(await deliver(url)).toMatchObject({ result: 'again', error: 'login refused: 535 5.7.8' });
});
