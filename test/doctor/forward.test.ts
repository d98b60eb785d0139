import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../support/listen.ts';
import { doctor, linesOf, QUICK } from './support.ts';

it('the doctor sends a HEAD to FORWARD_URL and does not mention it if it is not set', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ method }, response) => {
    asked.push(method);
    response.writeHead(405).end();
  });
  const { origin, close } = await listen(server);
  onTestFinished(close);
  const result = await doctor({ ...QUICK, FORWARD_URL: `${origin}/in?key=hidden` });
  expect(linesOf(result, 'FORWARD_URL')).toEqual([
    `ok FORWARD_URL ${origin} answered 405 Method Not Allowed to a HEAD`,
  ]);
  expect(asked).toEqual(['HEAD']);
  expect((await doctor(QUICK)).out).not.toContain('FORWARD_URL');
});
