export type CommonContent = {
  kind: 'common';
  records: { id: string; title?: string; html?: string; picUrl?: string }[];
};
