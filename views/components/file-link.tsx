import type { FileModel } from './file-link.model.ts';
import { Icon } from './icon.tsx';

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
