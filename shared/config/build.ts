/** The version and the commit that run: the bundler writes them in, and on one machine there are none. */
import type { Build } from './health-parts.ts';

declare const BUILD: Build | undefined;

export const build: Build = typeof BUILD === 'undefined' ? { version: '0.0.0-dev' } : BUILD;
