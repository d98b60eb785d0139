import { Icon } from './icon.tsx';

/** `meta` is its type and size. */
export type FileModel = { href: string; name: string; meta: string };

/** A file to download. `about` names it for screen readers if its name is generic. */
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
