export const USAGE = `Usage: npm run -s applications -- COMMAND

  list [--since DATE]             a table of the applications, oldest first
  show REF                        one application with everything in it
  export --format json|csv [--files DIR] [--since DATE]
                                  all applications on standard output

  --files DIR    also copies their files, to DIR/REF/NAME; never overwrites a file
  --since DATE   only those sent on this day (2026-11-21) or at this time (2026-11-21T09:30) or later, in
                 Asia/Shanghai; a time may have a zone of its own (2026-11-21T09:30Z)
  --help         this text

The applications are read from the folder in DATA_DIR (./data), also while the site runs.
Exit status: 0 done, 1 something could not be read or written, 2 wrong usage.
`;

/** What was asked for is not what the command offers: the message names the part at fault. */
export class UsageError extends Error {}
