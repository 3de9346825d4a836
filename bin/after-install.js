/** Runs after `npm ci`, on any version of Node: removes unneeded files, and unpacks Chromium. */
import { rmSync } from 'node:fs';

// `node_modules/node/bin` holds a hard link to the program. This is 66 MB of headers and manuals beside it.
rmSync('node_modules/node/node_modules', { recursive: true, force: true });
const [major] = process.versions.node.split('.').map(Number);
if (major < 24)
  console.warn(
    `This is Node ${process.versions.node}. The service needs Node 24 or newer: install that, then npm start.`,
  );
// A server may have Debian's Chromium. Where it has none, the first document unpacks it.
else if (!process.env.npm_config_omit?.includes('dev')) await import('./build-chromium.ts');
