import { DomUtils, parseDocument } from 'htmlparser2';

type Document = ReturnType<typeof parseDocument>;
export type Node = ReturnType<typeof DomUtils.getElementsByTagName>[number];

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

export type CrawledPage = {
  html: string;
  document: Document;
  all: (tag: string) => Node[];
  ids: string[];
};

/** Attributes that contain URLs, by tag. */
const ADDRESS_OF: Record<string, string> = {
  a: 'href',
  link: 'href',
  img: 'src',
  script: 'src',
  form: 'action',
  source: 'srcset',
};

/** Number of reused connections. More are not faster. */
const AT_ONCE = 8;

function readDocument(html: string): CrawledPage {
  const document = parseDocument(html);
  const all = (tag: string) => DomUtils.getElementsByTagName(tag, document);
  const ids = DomUtils.findAll((element) => element.attribs.id !== undefined, document).map(
    (element) => element.attribs.id ?? '',
  );
  return { html, document, all, ids };
}

const textsOf = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'gu'))].map((match) => match[1] ?? '');

const hrefsOf = (xml: string): string[] =>
  [...xml.matchAll(/ href="([^"]*)"/gu)].map((match) => match[1] ?? '');

/** Returns the absolute URLs of all links in a response, including fragments. */
function linksOf({ page, headers, body, url }: Answer): string[] {
  const type = headers.get('content-type') ?? '';
  const named = page
    ? Object.entries(ADDRESS_OF).flatMap(([tag, attribute]) =>
        page.all(tag).flatMap(({ attribs }) => attribs[attribute] ?? []),
      )
    : /\bxml\b/u.test(type)
      ? [...textsOf(body.toString(), 'loc'), ...hrefsOf(body.toString())]
      : /^text\/plain/u.test(type)
        ? [...body.toString().matchAll(/^Sitemap: (\S+)$/gmu)].map((match) => match[1] ?? '')
        : [];
  const addresses = named.map((link) => new URL(link.replaceAll('&amp;', '&'), url).href);
  // Skips captchas, which need the cookie of a draft. The crawler does not store cookies.
  return addresses.filter((address) => !address.includes('/captcha/'));
}

const withoutFragment = (address: string): string => address.split('#')[0] ?? '';

async function follow(asked: string): Promise<Answer> {
  const response = await fetch(asked, { headers: { 'accept-encoding': 'br' } });
  const body = Buffer.from(await response.arrayBuffer());
  const isPage = /^text\/html/u.test(response.headers.get('content-type') ?? '');
  return {
    asked,
    from: [],
    status: response.status,
    url: response.url,
    headers: response.headers,
    body,
    page: isPage ? readDocument(body.toString()) : undefined,
  };
}

/** Follows every link of a site from its seeds. URLs of other sites are only listed. */
export async function crawl(base: string, seeds: string[]) {
  const answers = new Map<string, Answer>();
  const fragments: { from: string; address: string }[] = [];
  const outside = new Set<string>();
  const found = new Map<string, string[]>();
  const queue: string[] = [];

  function note(link: string, from: string): void {
    if (!link.startsWith(`${base}/`) && link !== base) {
      outside.add(link);
      return;
    }
    if (link.includes('#')) fragments.push({ from, address: link });
    const address = withoutFragment(link);
    const linkers = found.get(address);
    if (linkers) linkers.push(from);
    else {
      found.set(address, [from]);
      queue.push(address);
    }
  }

  async function work(address: string): Promise<void> {
    const answer = await follow(address);
    answers.set(address, answer);
    for (const link of linksOf(answer)) note(link, answer.url);
  }

  for (const seed of seeds) note(`${base}${seed}`, 'the seeds');
  while (queue.length > 0) await Promise.all(queue.splice(0, AT_ONCE).map(work));
  for (const [address, answer] of answers) answer.from = found.get(address) ?? [];

  const all = [...answers.values()];
  /** Each page once, by its final URL. */
  const pages = new Map(
    all.flatMap(({ page, url, ...rest }) => (page ? [[url, { ...rest, url, page }]] : [])),
  );
  return { answers, all, pages: [...pages.values()], fragments, outside: [...outside] };
}

export type Crawl = Awaited<ReturnType<typeof crawl>>;
export type PageAnswer = Crawl['pages'][number];
