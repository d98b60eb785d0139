export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export const daysBefore = (now: number, days: number): number => now - days * DAY_MS;
export const daysAfter = (now: number, days: number): number => now + days * DAY_MS;
