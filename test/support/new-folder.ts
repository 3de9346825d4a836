import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new temporary folder, which `reporter.js` deletes with all others when the run is over. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'test-'));
