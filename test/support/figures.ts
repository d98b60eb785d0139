import type { Site } from './site.ts';

type Figures = Map<string, number>;

/** All figures by their names with their labels: `plinth_requests_total{kind="home",method="read",status="2xx"}`. */
export async function figuresOf({ services }: Pick<Site, 'services'>): Promise<Figures> {
  const text = await services.metrics.registry.metrics();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.replace(/ \S+$/u, ''), Number(line.split(' ').at(-1))]));
}

/** How much the figures that begin so went up while something was done; those that stayed are left out. */
export async function risenBy(
  site: Pick<Site, 'services'>,
  beginning: string,
  act: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const before = await figuresOf(site);
  await act();
  const risen = [...(await figuresOf(site))]
    .filter(([name]) => name.startsWith(beginning))
    .map(([name, value]): [string, number] => [name.slice(beginning.length), value - (before.get(name) ?? 0)])
    .filter(([, difference]) => difference !== 0);
  return Object.fromEntries(risen);
}
