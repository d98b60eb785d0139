export type Banner = { title: string; subtitle?: string; picUrl?: string; href?: string };
export type Figure = { label: string; value: string; unit?: string };
