/** Rule that matches any host with a public IP address. */
export const ANY_HOST = '*';

const HOST_RULE = /^(\*\.)?(\[[\da-f:.]+\]|[^*:/?#@\\[\]\s]+)(?::(\d+))?$/iu;
const IP_ADDRESS = /^(?:\[.*\]|[\d.]+)$/u;
const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** Returns the host name of a URL without a trailing dot. */
export const normaliseHostName = ({ hostname }: URL): string => hostname.replace(/\.$/u, '');

/** Returns a rule of `ASSET_HOSTS` in its canonical form, or undefined if the text is not a rule. */
export function parseHostRule(text: string): string | undefined {
  if (text === ANY_HOST) return text;
  const [, wildcard = '', name = '', port] = HOST_RULE.exec(text) ?? [];
  const url = name ? URL.parse(`http://${name}${port === undefined ? '' : `:${port}`}`) : undefined;
  if (!url) return undefined;
  const host = normaliseHostName(url);
  if (host === '' || (wildcard && IP_ADDRESS.test(host))) return undefined;
  return `${wildcard}${host}${port === undefined ? '' : `:${Number(port)}`}`;
}

/** Returns all rules that match a host exactly. A rule without a port means the scheme's default port. */
function exactRulesFor(name: string, { port, protocol }: URL): string[] {
  const exact = `${name}:${port || DEFAULT_PORTS[protocol]}`;
  return port === '' ? [name, exact] : [exact];
}

/** Returns whether a rule names the host of a URL. */
export const matchesExactly = (rules: ReadonlySet<string>, url: URL): boolean =>
  exactRulesFor(normaliseHostName(url), url).some((name) => rules.has(name));

/** Returns whether a wildcard rule matches the host of a URL. */
export function matchesWildcard(rules: ReadonlySet<string>, url: URL): boolean {
  if (rules.has(ANY_HOST)) return true;
  const labels = normaliseHostName(url).split('.');
  return labels.some(
    (_label, at) =>
      at > 0 && exactRulesFor(`*.${labels.slice(at).join('.')}`, url).some((pattern) => rules.has(pattern)),
  );
}
