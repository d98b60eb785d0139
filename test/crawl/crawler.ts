import { DomUtils, parseDocument } from 'htmlparser2';

/** A URL that was followed, with its final response. */
export type Answer = {
  asked: string;
  /** Pages that link to this URL. */
  from: string[];
  status: number;
  /** URL after all redirects. */
  url: string;
  headers: Headers;
  body: Buffer;
  page?: CrawledPage;
};

export type CrawledPage = ReturnType<typeof readDocument>;

/** Attributes that contain URLs, by tag. */
const ADDRESSES = { a: 'href', link: 'href', img: 'src', script: 'src', form: 'action', source: 'srcset' };
/** Number of concurrent requests. More requests are not faster. */
const AT_ONCE = 8;

function readDocument(html: string) {
  const document = parseDocument(html);
  const all = (tag: string) => DomUtils.getElementsByTagName(tag, document);
  return { html, document, all, ids: all('*').flatMap(({ attribs }) => attribs.id ?? []) };
}

/** Returns the URLs in a page, a sitemap, a feed or robots.txt, including fragments. */
function linksOf({ page, headers, body, url }: Answer): string[] {
  const isText = /\bxml\b|^text\/plain/u.test(headers.get('content-type') ?? '');
  const texts = isText ? [...body.toString().matchAll(/(?:<loc>| href="|^Sitemap: )([^"<\n]+)/gmu)] : [];
  const named = page
    ? Object.entries(ADDRESSES).flatMap(([tag, name]) =>
        page.all(tag).flatMap(({ attribs }) => attribs[name] ?? []),
      )
    : texts.map(([, link = '']) => link.replaceAll('&amp;', '&'));
  // Skips captchas, which need the cookie of a draft. The crawler does not store cookies.
  return named.map((link) => new URL(link, url).href).filter((pageUrl) => !pageUrl.includes('/captcha/'));
}

async function follow(asked: string): Promise<Answer> {
  const response = await fetch(asked);
  const { headers, status, url } = response;
  const body = Buffer.from(await response.arrayBuffer());
  const isPage = headers.get('content-type')?.startsWith('text/html');
  const page = isPage ? readDocument(body.toString()) : undefined;
  return { asked, from: [], status, url, headers, body, page };
}

/** Follows every link of a site from its seeds. URLs of other sites are only listed. */
export async function crawl(base: string, seeds: string[]) {
  const answers = new Map<string, Answer>();
  const fragments: { from: string; pageUrl: string }[] = [];
  const outside = new Set<string>();
  const found = new Map<string, string[]>();
  const queue: string[] = [];

  function note(link: string, from: string): void {
    if (!link.startsWith(`${base}/`) && link !== base) return void outside.add(link);
    if (link.includes('#')) fragments.push({ from, pageUrl: link });
    const [pageUrl = ''] = link.split('#');
    if (!found.has(pageUrl)) queue.push(pageUrl);
    found.set(pageUrl, [...(found.get(pageUrl) ?? []), from]);
  }

  async function work(pageUrl: string): Promise<void> {
    const answer = await follow(pageUrl);
    answers.set(pageUrl, answer);
    for (const link of linksOf(answer)) note(link, answer.url);
  }

  for (const seed of seeds) note(`${base}${seed}`, 'the seeds');
  while (queue.length > 0) await Promise.all(queue.splice(0, AT_ONCE).map(work));
  for (const [pageUrl, answer] of answers) answer.from = found.get(pageUrl) ?? [];

  const all = [...answers.values()];
  /** Each page once, by its final URL. */
  const pages = new Map(
    all.flatMap(({ page, url, ...rest }) => (page ? [[url, { ...rest, url, page }]] : [])),
  );
  return { answers, all, pages: [...pages.values()], fragments, outside: [...outside] };
}

export type Crawl = Awaited<ReturnType<typeof crawl>>;
export type PageAnswer = Crawl['pages'][number];
