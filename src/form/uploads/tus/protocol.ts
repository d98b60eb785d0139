/** The version of the protocol, of which there is one (https://tus.io/protocols/resumable-upload). */
export const TUS_VERSION = '1.0.0';

/** What the site knows of it beyond sending on. */
export const TUS_EXTENSIONS = ['creation', 'creation-with-upload', 'termination', 'expiration'];
