import { newVisit, submit, type Visit } from '../crash/visits.ts';
import { sendOne } from '../slow/slow-uploads.ts';
import type { DemoSite } from '../support/demo-site.ts';
import { isRefusal, type PageFigures, reasonOf, startPageClients } from './page-clients.ts';

const PAGE_CLIENTS = 10;
const ENOUGH_PAGES = 50;
const APPLICANTS = 2;
const UPLOADERS = 2;
/** An upload that takes about two seconds. */
const UPLOAD = { fileBytes: 150_000, kbitPerSecond: 600 };

const STATUS_SENT = 303;

export type LoadFigures = {
  pages: PageFigures;
  uploads: number;
  applications: number;
  /** What was sent and not answered as it should be, and not for a refused connection. */
  drops: string[];
};

let uploadsSoFar = 0;

/** Visitors of pages, applicants and slow uploads, all at once, until it is stopped; each ends what it has begun. */
export function startLoad({ base }: DemoSite, visits: Visit[]) {
  const port = Number(new URL(base).port);
  const pages = startPageClients(base, PAGE_CLIENTS);
  const figures = { uploads: 0, applications: 0, drops: [] as string[] };
  let isOver = false;

  function dropped(what: string, error: unknown): void {
    if (!isRefusal(error)) figures.drops.push(`${what}: ${reasonOf(error)}`);
  }

  async function apply(): Promise<void> {
    while (!isOver) {
      const visit = newVisit(port);
      visits.push(visit);
      try {
        await submit(visit);
        if (visit.wasAcknowledged) figures.applications += 1;
        else figures.drops.push('application: not acknowledged');
      } catch (error) {
        dropped('application', error);
      }
    }
  }

  async function upload(): Promise<void> {
    while (!isOver) {
      uploadsSoFar += 1;
      try {
        const status = await sendOne(port, uploadsSoFar, UPLOAD);
        if (status === STATUS_SENT) figures.uploads += 1;
        else figures.drops.push(`upload: ${status}`);
      } catch (error) {
        dropped('upload', error);
      }
    }
  }

  const people = [...Array.from({ length: APPLICANTS }, apply), ...Array.from({ length: UPLOADERS }, upload)];
  return {
    pages: pages.figures,
    /** Whether each kind of visitor was answered so far. */
    isAnswered: (): boolean =>
      pages.figures.answered > ENOUGH_PAGES && figures.uploads > 0 && figures.applications > 0,
    stop: async (): Promise<LoadFigures> => {
      isOver = true;
      const [found] = await Promise.all([pages.stop(), ...people]);
      return { pages: found, ...figures };
    },
  };
}
