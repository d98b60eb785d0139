import { Agent, request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { startCrowd } from '../support/crowd.ts';
import { DEMO_FORM } from '../support/form-client.ts';

const READERS = 8;
/** Idle times around the keep-alive timeouts of nginx and the site. */
const IDLE_MS = [3500, 4500, 5500, 6500];
const PAGES = ['/', '/en', '/en/about-us', '/news', '/search?keyword=bridge'];

/** Starts readers and applicants behind nginx. Returns a stop function. */
export function startVisitors(port: number) {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const counts = { reads: 0, posts: 0 };
  const faults: string[] = [];

  const send = (method: string, path: string, body = ''): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = {
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': body.length,
      };
      const sent = request({ host: '127.0.0.1', port, path, method, agent, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      sent.once('error', reject).end(body);
    });

  async function note(what: string, expected: number, sent: Promise<number>): Promise<void> {
    const status = await sent.catch((error: Error) => error.message);
    if (status !== expected) faults.push(`${what}: ${status}`);
  }

  const stopReading = startCrowd(READERS, async (turn, { number }) => {
    const page = PAGES[(number + turn) % PAGES.length] ?? '/';
    await note(`GET ${page}`, 200, send('GET', page));
    counts.reads += 1;
  });
  const stopPosting = startCrowd(IDLE_MS.length, async (_turn, { number }) => {
    const idleMs = IDLE_MS[number] ?? 0;
    await note(`POST, then ${idleMs} ms`, 422, send('POST', DEMO_FORM, 'companyName=x'));
    counts.posts += 1;
    await wait(idleMs);
  });
  return async () => {
    await Promise.all([stopReading(), stopPosting()]);
    return { ...counts, faults };
  };
}
