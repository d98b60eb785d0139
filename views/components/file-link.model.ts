/** `meta` is the type and size that stand beside the link. */
export type FileModel = { href: string; name: string; meta: string };
