import type { Page } from 'playwright';

/** An answer as the browser got it: its length over the line without and with its headers, in bytes. */
export type WireAnswer = { type: string; url: string; encoding: string; body: number; whole: number };

/** Visits an address, does something there, and gives all that came over the line until nothing more was asked for. */
export async function answersTo(
  page: Page,
  address: string,
  act: () => Promise<unknown> = () => Promise.resolve(),
): Promise<WireAnswer[]> {
  const session = await page.context().newCDPSession(page);
  const answers = new Map<string, WireAnswer>();
  session.on('Network.responseReceived', ({ requestId, type, response: { url, headers } }) => {
    const header = (name: string) =>
      Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
    answers.set(requestId, { type, url, encoding: header('content-encoding'), body: 0, whole: 0 });
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId);
    if (answer) answer.body += encodedDataLength;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId);
    if (answer) answer.whole = encodedDataLength;
  });
  await session.send('Network.enable');
  await page.goto(address, { waitUntil: 'networkidle' });
  await act();
  await session.detach();
  return [...answers.values()];
}

/** What a page does while it is shown: how much of it moves, and how long its scripts hold it up, in milliseconds. */
export type Unrest = { shift: number; blocking: number };

/** Has the pages to be opened keep their unrest; a script that runs for up to `task` milliseconds blocks nothing. */
export const keepUnrest = (page: Page, task: number): Promise<unknown> =>
  page.addInitScript((patience) => {
    type Entry = { value: number; scripts: { duration: number }[] };
    const unrest = { shift: 0, blocking: 0 };
    Object.assign(globalThis, { unrest });
    const watch = (type: string, use: (entry: Entry) => void) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) use(entry as unknown as Entry);
      }).observe({ type, buffered: true });
    watch('layout-shift', ({ value }) => {
      unrest.shift += value;
    });
    watch('long-animation-frame', ({ scripts }) => {
      for (const { duration } of scripts) unrest.blocking += Math.max(0, duration - patience);
    });
  }, task);

export const unrestOf = (page: Page): Promise<Unrest> =>
  page.evaluate(() => (globalThis as unknown as { unrest: Unrest }).unrest);
