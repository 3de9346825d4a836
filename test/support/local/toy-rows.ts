/** A manifest of toys: every kind of trigger once. */

import type { FunctionRow, Trigger } from '../../../functions/manifest.ts';

const row = (name: string, trigger: Trigger): FunctionRow => ({
  name,
  file: `toys/${name}`,
  trigger,
  needs: [],
  timeoutSeconds: 20,
  memoryMb: 512,
});

export const rows: readonly FunctionRow[] = [
  row('health', { http: ['GET /v1/health'] }),
  row('keep', { http: ['POST /v1/things/{id}'] }),
  row('show', { http: ['GET /v1/things/{id}'] }),
  row('hurry', { http: ['POST /v1/things/{id}/hurry'] }),
  row('draw', { http: ['POST /v1/draw'] }),
  row('swept', { http: ['GET /v1/swept'] }),
  row('not-found', { http: ['$default'] }),
  row('fulfil', { queue: 'jobs', batchSize: 10 }),
  row('reconcile', { everySeconds: 3600 }),
  row('render', { invoke: true }),
];
