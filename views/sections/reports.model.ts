import type { DayModel } from '../components/day.model.ts';
import type { FileModel } from '../components/file-link.model.ts';

export type ReportsContent = {
  kind: 'reports';
  years: {
    year: string;
    list: { id: string; title: string; file: FileModel; day?: DayModel; picUrl?: string }[];
  }[];
};
