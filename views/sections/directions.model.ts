export type DirectionsContent = {
  kind: 'directions';
  list: { id: string; title: string; html?: string; text?: string; picUrl?: string }[];
};
