import type { Page } from 'playwright';

/** Response with its compressed size. `body` excludes headers, `whole` includes them. */
export type WireResponse = { type: string; url: string; encoding: string; body: number; whole: number };

/** Opens a URL, calls `act`, and returns all responses until the network is idle. */
export async function responsesTo(
  page: Page,
  address: string,
  act: () => Promise<unknown> = () => Promise.resolve(),
): Promise<WireResponse[]> {
  const session = await page.context().newCDPSession(page);
  const answers = new Map<string, WireResponse>();
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

/** `blockingMs`: time that scripts block the page for longer than 50 ms each. */
type Rendering = { shift: number; blockingMs: number; violations: string[] };

/** Records layout shifts, blocking scripts and violations of the security policy in pages that are opened later. */
export const recordRendering = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const longTaskMs = 50;
    type Entry = { value: number; scripts: { duration: number }[] };
    const rendering = { shift: 0, blockingMs: 0, violations: [] as string[] };
    Object.assign(globalThis, { rendering });
    const watch = (type: string, use: (entry: Entry) => void) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) use(entry as unknown as Entry);
      }).observe({ type, buffered: true });
    watch('layout-shift', ({ value }) => {
      rendering.shift += value;
    });
    watch('long-animation-frame', ({ scripts }) => {
      for (const { duration } of scripts) rendering.blockingMs += Math.max(0, duration - longTaskMs);
    });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      rendering.violations.push(`${violatedDirective}: ${blockedURI}`),
    );
  });

export const renderingOf = (page: Page): Promise<Rendering> =>
  page.evaluate(() => (globalThis as unknown as { rendering: Rendering }).rendering);
