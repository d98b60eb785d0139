/** Something on another machine that does not answer now and may answer later; a wrong setting is no such failure. */
export class AwayError extends Error {}
