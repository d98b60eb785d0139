export type CardsContent = {
  kind: 'cards';
  list: { href: string; name: string; description?: string; picUrl?: string }[];
};
