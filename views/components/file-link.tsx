import { Icon } from './icon.tsx';

/** `meta` is the type and size that stand beside the link. */
export type FileModel = { href: string; name: string; meta: string };

/** A file to download, with its type and size beside the link; `about` names it where the words alone do not. */
export function FileLink({ file, about }: { file: FileModel; about?: string }) {
  return (
    <span className="file">
      <a className="file-link" href={file.href}>
        <Icon name="download" />
        {file.name}
        {about && <span className="visually-hidden"> {about}</span>}
      </a>{' '}
      {file.meta && <span className="file-meta">{file.meta}</span>}
    </span>
  );
}
