/** The header by which the script says that it sends a file again, after it did not get through. */
export const RETRY_HEADER = 'Upload-Retry';

/** The header by which the script says with which form's key it begins a resumable upload. */
export const SUBMIT_KEY_HEADER = 'Submit-Key';
