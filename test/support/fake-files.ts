type FakeFile = { type: string; body: Buffer };

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const png: FakeFile = { type: 'image/png', body: PNG };
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script>${'<g/>'.repeat(1000)}</svg>`;

/** Files of the fake backend by the decoded last part of their path. There is no `missing.png`. */
export const fakeFiles: Record<string, FakeFile> = {
  'mark.png': png,
  'wide.png': png,
  'bridge.png': png,
  'qr.png': png,
  'leaflet.pdf': { type: 'application/pdf', body: Buffer.from(`%PDF-1.7\n${'0123456789'.repeat(500)}`) },
  '规划 plan.svg': { type: 'image/svg+xml', body: Buffer.from(svg) },
  'page.html': { type: 'text/html; charset=utf-8', body: Buffer.from('<script>alert(1)</script>') },
  'lie.png': { type: 'image/png', body: Buffer.from('<!doctype html><script>alert(1)</script>') },
};
