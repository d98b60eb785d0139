/** @module-tag matrix */
import { describe, expect, it } from 'vitest';
import { crashRounds } from './rounds.ts';

const ROUNDS = 6;

describe('kill -9 during submissions', () => {
  it('keeps every acknowledged application complete after kill -9', { timeout: 180_000 }, async () => {
    const { faults, acknowledged, applications } = await crashRounds(ROUNDS);
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
    expect(applications).toBeGreaterThanOrEqual(acknowledged);
  });
});
