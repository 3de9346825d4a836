/** The icon that browsers and assistants show beside the service's name: an envelope. */
import type { HttpResult } from './http-event.ts';
import { statusOfOutcome } from './problem.ts';

export const iconAnswer: HttpResult = {
  statusCode: statusOfOutcome.done,
  headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' },
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#1a4f8b" stroke-width="2" stroke-linejoin="round"><rect x="2" y="5" width="20" height="14" rx="2"/><path d="m3 7 9 6 9-6"/></svg>',
};
