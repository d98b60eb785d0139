import { newVisit, submit, type Visit } from '../stress/crash/visits.ts';
import { sendOne } from '../stress/load/slow-uploads.ts';
import { startCrowd } from '../support/crowd.ts';
import type { DemoSite } from '../support/demo-site.ts';
import { isRefusal, type PageFigures, reasonOf, startPageClients } from './page-clients.ts';

const PAGE_CLIENTS = 10;
const ENOUGH_PAGES = 50;
const APPLICANTS = 2;
const UPLOADERS = 2;
/** File size and speed of an upload that takes about two seconds. */
const UPLOAD = { fileBytes: 150_000, kbitPerSecond: 600 };

const STATUS_SENT = 303;

type LoadFigures = {
  pages: PageFigures;
  uploads: number;
  applications: number;
  /** Requests without the expected response, except refused connections. */
  drops: string[];
};

let uploadsSoFar = 0;

/** Starts concurrent readers, applicants and slow uploads. When stopped, each finishes its current request. */
export function startLoad({ port }: DemoSite, visits: Visit[]) {
  const pages = startPageClients(port, PAGE_CLIENTS);
  const figures: LoadFigures = { pages: pages.figures, uploads: 0, applications: 0, drops: [] };

  async function attempt(
    what: 'application' | 'upload',
    act: () => Promise<string | undefined>,
  ): Promise<void> {
    try {
      const fault = await act();
      if (fault === undefined) figures[`${what}s`] += 1;
      else figures.drops.push(`${what}: ${fault}`);
    } catch (error) {
      if (!isRefusal(error)) figures.drops.push(`${what}: ${reasonOf(error)}`);
    }
  }

  const stopApplying = startCrowd(APPLICANTS, () =>
    attempt('application', async () => {
      const visit = newVisit(port);
      visits.push(visit);
      await submit(visit);
      return visit.wasAcknowledged ? undefined : 'not acknowledged';
    }),
  );
  const stopUploading = startCrowd(UPLOADERS, () =>
    attempt('upload', async () => {
      uploadsSoFar += 1;
      const status = await sendOne(port, uploadsSoFar, UPLOAD);
      return status === STATUS_SENT ? undefined : `${status}`;
    }),
  );
  return {
    figures,
    /** Returns whether each kind of client was answered. */
    isAnswered: (): boolean =>
      figures.pages.answered > ENOUGH_PAGES && figures.uploads > 0 && figures.applications > 0,
    stop: async (): Promise<LoadFigures> => {
      await Promise.all([pages.stop(), stopApplying(), stopUploading()]);
      return figures;
    },
  };
}
