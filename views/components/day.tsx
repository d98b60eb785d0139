import type { DayModel } from './day.model.ts';

export function Day({ day, className }: { day?: DayModel; className?: string }) {
  if (!day) return null;
  return (
    <time className={className} dateTime={day.iso}>
      {day.text}
    </time>
  );
}
