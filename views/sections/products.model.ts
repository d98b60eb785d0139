export type ProductsContent = {
  kind: 'products';
  title?: string;
  description?: string;
  list: { id: string; name: string; description?: string; picUrl?: string; linkUrl?: string }[];
};
