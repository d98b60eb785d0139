/** A day or a moment for machines, and as people read it. */
export type DayModel = { iso: string; text: string };

export function Day({ day, className }: { day?: DayModel; className?: string }) {
  if (!day) return null;
  return (
    <time className={className} dateTime={day.iso}>
      {day.text}
    </time>
  );
}
