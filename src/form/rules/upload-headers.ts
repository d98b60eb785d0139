/** The header by which the script says that it sends a file again, after it did not get through. */
export const RETRY_HEADER = 'Upload-Retry';

/** The header by which the script says with which form's key it begins a resumable upload. */
export const SUBMIT_KEY_HEADER = 'Submit-Key';

/** The header by which the site says that the text of its answer is for the visitor, and that no repeat changes it. */
export const PROBLEM_HEADER = 'Upload-Problem';
