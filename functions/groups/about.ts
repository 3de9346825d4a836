/** The documents about the service, and the answers to requests that no other route takes. */
import { handler as notFound } from '../about/not-found.ts';
import { handler as preflight } from '../about/preflight.ts';
import { handler as showAbout } from '../about/show-about.ts';
import { byHandler } from './by-handler.ts';

export const handler = byHandler({ 'not-found': notFound, preflight, 'show-about': showAbout });
