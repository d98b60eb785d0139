const TARGET_LENGTH = 8;

/** Returns the URL of a link, or `#` with the start of the text at its anchor. */
export function readTarget(link: HTMLAnchorElement, root: Element): string | undefined {
  if (!link.hasAttribute('href')) return undefined;
  const url = URL.parse(link.href);
  if (!url) return link.getAttribute('href') ?? '';
  if (url.hash && url.origin === location.origin && url.pathname === location.pathname)
    return `#${readAnchor(url.hash.slice(1), root)}`;
  const file = /^\/files\/.*\/([^/]+)$/u.exec(url.pathname)?.[1];
  if (file && url.origin === location.origin) return `file ${file}`;
  return url.origin === location.origin ? `${url.pathname}${url.search}${url.hash}` : url.href;
}

function readAnchor(hash: string, root: Element): string {
  const name = decodeURIComponent(hash);
  const target = document.getElementById(name) ?? document.getElementsByName(name)[0];
  if (!target || !root.contains(target)) return 'missing';
  const range = document.createRange();
  range.setStartBefore(target);
  range.setEndAfter(root);
  return range
    .toString()
    .replace(/[\s\u200b\ufeff]+/gu, '')
    .slice(0, TARGET_LENGTH);
}
