import express from 'express';
import request from 'supertest';
import { expect, it } from 'vitest';
import { builds } from '../../src/operations/health.ts';

const RUNNING = { id: 'running', timestamp: '2026-01-01T00:00:00.000Z' };
const NEWEST = { id: 'newest', commit: '1a2b3c4', timestamp: '2026-02-01T00:00:00.000Z' };

it('a process serves the metadata of its own build and of the newest one', async () => {
  const app = express().use(
    builds({
      build: {
        running: { ...RUNNING, version: '1.0.0' },
        newest: async () => ({ ...NEWEST, version: '1.1.0' }),
      },
    }),
  );
  expect((await request(app).get('/latest.json')).body).toEqual(NEWEST);
  expect((await request(app).get('/meta/newest.json')).body).toEqual(NEWEST);
  expect((await request(app).get('/meta/running.json')).body).toEqual(RUNNING);
  expect((await request(app).get('/meta/older.json')).status).not.toBe(200);
});
