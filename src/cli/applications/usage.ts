export const USAGE = `Usage: plinth applications COMMAND

  list [--since DATE]             a table of the applications, oldest first
  show REF                        one application with all its fields and files
  export --format json|csv|xlsx [--files DIR [--with-infected]] [--since DATE]
                                  all applications on standard output
  deliveries [--waiting|--refused] [--format json]
                                  state and last error of each delivery
  retry REF                       delivers again what is not delivered, also what was refused
  retry --refused [--channel NAME] [--since DATE]
                                  delivers again everything that was refused
  purge --older-than AGE [--dry-run] [--undelivered]
                                  permanently removes applications and their files; also written --purge

  --files DIR    also copies their files, to DIR/REF/NAME; never overwrites a file
  --with-infected
                 also those that a virus scan found infected
  --older-than AGE
                 sent more than so many days (365d) or months (24m) ago, or before a day (2025-01-31)
  --undelivered  also those with deliveries that are still waiting
  --channel NAME forward, mail-group or mail-applicant
  --dry-run      shows what would be removed, and removes nothing
  --since DATE   only those sent on this day (2026-11-21) or at this time (2026-11-21T09:30) or later, in
                 Asia/Shanghai; a time may have a zone of its own (2026-11-21T09:30Z)
  --help         this text

The applications are read from the database in DATABASE_URL, otherwise from the folder DATA_DIR (./data), their
files from S3_BUCKET if it is set. The site may be running.
Exit status: 0 done, 1 something could not be read or written, 2 wrong usage. Files that are not scanned for
viruses yet, or are infected, are named on standard error and do not change the exit status.
`;

/** The arguments are invalid: the message names the wrong part. */
export class UsageError extends Error {}
