import type { DayModel } from '../components/day.model.ts';

export type HonoursContent = {
  kind: 'honours';
  list: { id: string; title: string; issuer?: string; day?: DayModel; picUrl?: string }[];
};
