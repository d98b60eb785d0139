const DOCUMENT_EXTENSIONS =
  'pdf ofd docx? docm dotx? xlsx? xlsm xltx? pptx? pptm potx? ppsx? wps et dps odt ods odp odg rtf csv txt md epub';
const IMAGE_EXTENSIONS = 'jpe?g png gif webp avif svg bmp tiff? heic';
const ARCHIVE_EXTENSIONS = 'zip rar 7z gz tgz tar bz2 xz';
const AUDIO_EXTENSIONS = 'mp3 wav m4a aac og[ag] flac amr wma';
const VIDEO_EXTENSIONS = 'mp4 m4v mov webm ogv avi mkv wmv flv mpe?g';

const createExtensionPattern = (...extensions: string[]): RegExp =>
  new RegExp(`\\.(?:${extensions.join(' ').replaceAll(' ', '|')})$`, 'iu');

export const AUDIO_FILE_NAME = createExtensionPattern(AUDIO_EXTENSIONS);
export const VIDEO_FILE_NAME = createExtensionPattern(VIDEO_EXTENSIONS);
const MEDIA_FILE_NAME = createExtensionPattern(
  DOCUMENT_EXTENSIONS,
  IMAGE_EXTENSIONS,
  ARCHIVE_EXTENSIONS,
  AUDIO_EXTENSIONS,
  VIDEO_EXTENSIONS,
);

/** Returns whether a file name or path has a known media extension. Ignores everything after a semicolon. */
export const hasMediaExtension = (name: string): boolean => MEDIA_FILE_NAME.test(name.split(';', 1)[0] ?? '');

const IMAGE_AUDIO_OR_VIDEO_TYPE = /^(?:(?:image|audio|video)\/(?!.*(?:xml|json)$)[^/]+|image\/svg\+xml)$/u;
const DOCUMENT_OR_ARCHIVE_TYPE =
  /^(?:text\/(?:csv|rtf)|application\/(?:pdf|ofd|rtf|msword|epub\+zip|wps-office\..+|vnd\.(?:ms-(?:excel|powerpoint|word|works)|openxmlformats-officedocument|oasis\.opendocument|rar)\b.*|zip|gzip|(?:x-)?(?:7z-compressed|rar-compressed|rar|zip-compressed|tar|gzip|bzip2?|xz)))$/u;

/** Generic media types, for which the file extension decides. */
const GENERIC_TYPE = /^(?:text\/plain|(?:application|binary)\/.*|[^/]*)$/u;
const PAGE_SCRIPT_OR_DATA_TYPE = /html|xml|json|script|css|wasm|yaml|php|python|x-sh|ld\+|ndjson|sql|cbor/u;

/**
 * Returns whether a response may be served as a file: an image, document, archive, audio or video by its type, or by its name if
 * the type is generic. Never allows HTML, scripts or data, regardless of the name.
 */
export function isServableFile(contentType: string, name: string): boolean {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (IMAGE_AUDIO_OR_VIDEO_TYPE.test(type) || DOCUMENT_OR_ARCHIVE_TYPE.test(type)) return true;
  return GENERIC_TYPE.test(type) && !PAGE_SCRIPT_OR_DATA_TYPE.test(type) && hasMediaExtension(name);
}

/** A content folder's file has no media type, so its extension decides. */
export const isSvgFile = (contentType: string | undefined, url: string): boolean =>
  contentType === undefined ? /\.svg(?:[?#]|$)/iu.test(url) : /^image\/svg\+xml\b/iu.test(contentType);

const UNIT_FACTOR = 1024;
const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** Formats a size in bytes: `1.4 MB`. */
export function formatSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= UNIT_FACTOR && unit < UNITS.length - 1) {
    size /= UNIT_FACTOR;
    unit += 1;
  }
  const digits = unit > 1 && size < 10 ? 1 : 0;
  return `${size.toFixed(digits)} ${UNITS[unit]}`;
}

/** Returns a file name's extension in upper case, such as `PDF`, or an empty string if it has none. */
export const formatFileType = (name: string): string =>
  /\.([a-z0-9]{1,5})$/iu.exec(name)?.[1]?.toUpperCase() ?? '';
