import type { Texts } from '../../src/i18n/set-up.ts';
import type { FormFile } from './file-list.model.ts';

/** The files that the draft holds, each with a button to remove it; the empty list is the place for new ones. */
export const FileList = ({ files, texts }: { files: FormFile[]; texts: Texts }) => (
  <ul className="files" id="_files" aria-label={texts.uploadedFiles}>
    {files.map(({ id, name, size }) => (
      <li key={id}>
        <bdi className="file-name">{name}</bdi> <span className="file-meta">{size}</span>{' '}
        <button className="button button-quiet" type="submit" name="remove" value={id}>
          {texts.removeFile} <bdi className="visually-hidden">{name}</bdi>
        </button>
      </li>
    ))}
  </ul>
);
