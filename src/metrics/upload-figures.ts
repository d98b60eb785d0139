import { Counter, type Registry } from 'prom-client';
import type { FileCode } from '../application/problems.ts';

/** `retried`: the visitor's script says that it sends the file again; `failed`: the disk or the store did not do its part. */
export type UploadEvent = 'begun' | 'retried' | 'kept' | 'cut' | 'failed';

export function createUploadFigures(registry: Registry) {
  const registers = [registry];
  const received = new Counter({
    name: 'plinth_upload_bytes_total',
    help: 'Bytes of form bodies that came in: files, and the little that stands around them.',
    registers,
  });
  const events = new Counter({
    name: 'plinth_uploads_total',
    help: 'Files that began to come in, were sent again by the script, were kept, were cut off on their way, or failed at the disk or the S3 store.',
    labelNames: ['event'],
    registers,
  });
  const refused = new Counter({
    name: 'plinth_uploads_refused_total',
    help: 'Files that came in and were refused, by reason.',
    labelNames: ['reason'],
    registers,
  });

  const resumed = new Counter({
    name: 'plinth_uploads_resumed_total',
    help: 'Files that were chosen again and went on where they had stopped.',
    registers,
  });
  const saved = new Counter({
    name: 'plinth_upload_bytes_saved_total',
    help: 'Bytes that were there when files went on, and so were not sent again.',
    registers,
  });
  const expired = new Counter({
    name: 'plinth_uploads_expired_total',
    help: 'Files that had come in part only, and were swept with their drafts.',
    registers,
  });

  return {
    /** `bytes`: those that are there already. */
    resumed(bytes: number): void {
      resumed.inc();
      saved.inc(bytes);
    },
    expired: (uploads: number): void => expired.inc(uploads),
    received: (bytes: number): void => received.inc(bytes),
    happened: (event: UploadEvent): void => events.inc({ event }),
    refused: (reason: FileCode): void => refused.inc({ reason }),
  };
}

export type UploadFigures = ReturnType<typeof createUploadFigures>;
