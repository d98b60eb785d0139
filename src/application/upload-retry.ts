/** The header by which the script says that it sends a file again, after it did not get through. */
export const RETRY_HEADER = 'Upload-Retry';
