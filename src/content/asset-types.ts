/** Endings of files that people give each other: documents, pictures, archives, sound and film. */
const ENDINGS = [
  'pdf ofd docx? docm dotx? xlsx? xlsm xltx? pptx? pptm potx? ppsx? wps et dps odt ods odp odg rtf csv txt md epub',
  'jpe?g png gif webp avif svg bmp tiff? heic',
  'zip rar 7z gz tgz tar bz2 xz',
  'mp3 wav m4a aac og[ag] flac amr wma',
  'mp4 m4v mov webm ogv avi mkv wmv flv mpe?g',
]
  .join(' ')
  .replaceAll(' ', '|');
const ASSET_ENDING = new RegExp(`\\.(?:${ENDINGS})$`, 'iu');

/** Whether a file's name, or a path, ends like that of a file. Anything behind a semicolon is not part of a name. */
export const hasAssetEnding = (name: string): boolean => ASSET_ENDING.test(name.split(';', 1)[0] ?? '');

const PICTURE_SOUND_FILM = /^(?:(?:image|audio|video)\/(?!.*(?:xml|json)$)[^/]+|image\/svg\+xml)$/u;
const DOCUMENT_OR_ARCHIVE =
  /^(?:text\/(?:csv|rtf)|application\/(?:pdf|ofd|rtf|msword|epub\+zip|wps-office\..+|vnd\.(?:ms-(?:excel|powerpoint|word|works)|openxmlformats-officedocument|oasis\.opendocument|rar)\b.*|zip|gzip|(?:x-)?(?:7z-compressed|rar-compressed|rar|zip-compressed|tar|gzip|bzip2?|xz)))$/u;

/** Types that say no more of a file than that it has bytes. */
const SAYS_LITTLE = /^(?:text\/plain|application\/.*|[^/]*)$/u;
const PAGE_SCRIPT_OR_DATA = /html|xml|json|script|css|wasm|yaml|php|python|x-sh|ld\+|ndjson|sql|cbor/u;

/**
 * Whether a server's answer may be passed on as a file: a picture, document, archive, sound or film by its type, or by its
 * name where the type says little. A page, a script or data never is, whatever its name.
 */
export function isAsset(contentType: string, name: string): boolean {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (PICTURE_SOUND_FILM.test(type) || DOCUMENT_OR_ARCHIVE.test(type)) return true;
  return SAYS_LITTLE.test(type) && !PAGE_SCRIPT_OR_DATA.test(type) && hasAssetEnding(name);
}
