import type { Site } from './site.ts';

type Metrics = Map<string, number>;

/** Returns values by name with labels, such as `plinth_requests_total{kind="home",method="read",status="2xx"}`. */
export async function metricsOf({ services }: Pick<Site, 'services'>): Promise<Metrics> {
  const text = await services.metrics.registry.metrics();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.replace(/ \S+$/u, ''), Number(line.split(' ').at(-1))]));
}

/** Returns how much each metric with this prefix changed during `act`. */
export async function metricIncreases(
  site: Pick<Site, 'services'>,
  prefix: string,
  act: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const before = await metricsOf(site);
  await act();
  const changes = [...(await metricsOf(site))]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]): [string, number] => [name.slice(prefix.length), value - (before.get(name) ?? 0)])
    .filter(([, difference]) => difference !== 0);
  return Object.fromEntries(changes);
}
