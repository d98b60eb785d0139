export type BannerModel = { title: string; subtitle?: string; picUrl?: string; href?: string };
export type FigureModel = { label: string; value: string; unit?: string };
