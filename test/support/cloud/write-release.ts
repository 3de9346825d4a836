/** Writes a release of empty packages, one of them with an executable file; prints its folder. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRelease } from '../../../lib/cloud/packaging/release.ts';
import { emptyPackage } from './synthesize.ts';

const [plain, printing] = [emptyPackage(), emptyPackage()];
writeFileSync(join(printing, 'chromium'), 'browser');
chmodSync(join(printing, 'chromium'), 0o755);
const packageOf = (name: string) => (name === 'render' ? printing : plain);
const folder = mkdtempSync(join(tmpdir(), 'release-'));
await writeRelease(folder, { version: '9.9.9', packageOf });
process.stdout.write(JSON.stringify(folder));
