import type { DayModel } from '../components/day.model.ts';

export type EventsContent = {
  kind: 'events';
  years: {
    year: string;
    list: { id: string; title: string; day: DayModel; description?: string; picUrl?: string }[];
  }[];
};
