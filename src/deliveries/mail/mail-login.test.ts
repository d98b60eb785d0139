import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type MailServerBehaviour, startMailServer } from '../../../test/support/mail-server.ts';
import { sentApplication } from '../testing/applications.ts';
import { deliverBy, settingsFor } from '../testing/mail-channels.ts';

const APPLICANT = 'mail-applicant';
const LOGIN = { user: 'plinth', password: 's3cret:wörd/1' };

async function mailServer(behaviour: MailServerBehaviour = {}, options = {}) {
  const server = await startMailServer(behaviour, options);
  onTestFinished(() => server.close());
  return server;
}

const withLogin = (port: number, { user, password } = LOGIN, scheme = 'smtp', query = '') =>
  `${scheme}://${user}:${encodeURIComponent(password)}@localhost:${port}?${query}`;

describe('SMTP login', () => {
  it.each([
    ['smtp', false],
    ['smtps', true],
  ])('over %s happens after TLS', async (scheme, secure) => {
    const server = await mailServer({ login: LOGIN }, { secure });
    const url = withLogin(server.port, LOGIN, scheme, 'tls.rejectUnauthorized=false');
    expect(await deliverBy(APPLICANT, settingsFor({ url }), sentApplication())).toEqual({
      result: 'delivered',
    });
    expect(server.commands.logins).toEqual([LOGIN.user]);
  });

  it.each(['smtp', 'smtps'])(
    'is not sent over %s to a server with an invalid certificate',
    async (scheme) => {
      const server = await mailServer({ login: LOGIN }, { secure: scheme === 'smtps' });
      const url = withLogin(server.port, LOGIN, scheme);
      expect(await deliverBy(APPLICANT, settingsFor({ url }), sentApplication())).toEqual({
        result: 'again',
        error: expect.stringMatching(/certificate/iu),
      });
      expect(server.commands.logins).toEqual([]);
    },
  );

  it('leads to a retry if it is refused, and is not recorded', async () => {
    const server = await mailServer({ login: LOGIN });
    const wrong = { user: 'plinth', password: 'another-word' };
    const url = withLogin(server.port, wrong, 'smtp', 'tls.rejectUnauthorized=false');
    expect(await deliverBy(APPLICANT, settingsFor({ url }), sentApplication())).toEqual({
      result: 'again',
      error: 'login refused: 535 5.7.8',
    });
  });

  it.each([LOGIN.password, Buffer.from(`\0${LOGIN.user}\0${LOGIN.password}`).toString('base64')])(
    'is removed from the recorded error if the server echoes it: %s',
    async (word) => {
      const server = await mailServer({ login: LOGIN, end: { code: 554, words: `I know ${word} now` } });
      const url = withLogin(server.port, LOGIN, 'smtp', 'tls.rejectUnauthorized=false');
      expect(await deliverBy(APPLICANT, settingsFor({ url }), sentApplication())).toMatchObject({
        result: 'refused',
        error: 'DATA: 554 I know … now',
      });
    },
  );
});

it('ignores query options of SMTP_URL that select another transport or a log', async () => {
  const server = await mailServer();
  const written = vi.spyOn(console, 'log');
  onTestFinished(() => written.mockRestore());
  const url = `${server.url}?logger=true&debug=true&sendmail=true&jsonTransport=true&name=www.group.example`;
  expect(await deliverBy(APPLICANT, settingsFor({ url }), sentApplication())).toEqual({
    result: 'delivered',
  });
  expect(server.mails).toHaveLength(1);
  expect(written).not.toHaveBeenCalled();
});
