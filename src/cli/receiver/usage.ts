export const USAGE = `Usage: npm run -s receiver -- DIR [--port 8787] [--host 127.0.0.1] [--secret whsec_...]

Takes the applications that a site forwards (FORWARD_URL=http://127.0.0.1:8787/) and writes each to DIR/REFERENCE:
application.json, which is the record as it was sent, and the files. A tool to try the forward with, and an example.

  --port PORT      where it listens: 8787
  --host HOST      on this machine alone, unless another address is named
  --secret SECRET  the site's FORWARD_SECRET; without it that of the environment, which others on the machine cannot
                   see. Without both no signature is looked at
  --help           this text

It answers 201 when an application is on disk, 409 when it was there already, 401 to a wrong signature, 400 to what
is not whole or not what its record says, 413 to what is too large. SIGTERM or SIGINT ends it.
Exit status: 0 ended, 1 it could not listen or write, 2 wrong usage.
`;
