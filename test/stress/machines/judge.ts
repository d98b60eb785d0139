import { createHash } from 'node:crypto';
import { openStore, type StoreLocation } from '../../../src/applications/store/index.ts';
import type { Journey } from './journeys.ts';

/** Returns acknowledged applications that are missing, duplicated or incomplete, and changed files. */
export async function judge({ dataDir, ...options }: StoreLocation, journeys: readonly Journey[]) {
  const store = await openStore(dataDir, undefined, options);
  const faults: string[] = [];
  const byCompany = new Map<string, { reference: string; sha256: string[] }[]>();
  for await (const { reference, fields, files } of store.applications.all()) {
    const known = byCompany.get(fields.companyName) ?? [];
    byCompany.set(fields.companyName, [...known, { reference, sha256: files.map(({ sha256 }) => sha256) }]);
    for (const { storedName, sha256, name } of files) {
      const hash = createHash('sha256');
      try {
        for await (const chunk of await store.uploads.open(storedName)) hash.update(chunk as Buffer);
        if (hash.digest('hex') !== sha256) faults.push(`${reference}: ${name} is another file`);
      } catch (error) {
        faults.push(`${reference}: ${name} is missing: ${(error as Error).message}`);
      }
    }
  }
  for (const { company, reference, sha256 } of journeys) {
    const [own, ...others] = byCompany.get(company) ?? [];
    if (!own) faults.push(`${company} (${reference}) is lost`);
    else if (others.length > 0) faults.push(`${company} is there ${others.length + 1} times`);
    else if (own.reference !== reference)
      faults.push(`${company} is ${own.reference}, its visitor holds ${reference}`);
    else if (own.sha256.sort().join() !== sha256.toSorted().join())
      faults.push(`${reference} has other files than were acknowledged`);
  }
  await store.close();
  return { applications: [...byCompany.values()].flat().length, faults };
}
