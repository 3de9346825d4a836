/** Runs after `npm ci`, on any version of Node: removes unneeded files, and unpacks Chromium. */
import { rmSync } from 'node:fs';

// 66 MB of headers and manuals. The program itself is hard-linked in `node_modules/node/bin`.
rmSync('node_modules/node/node_modules', { recursive: true, force: true });
const [major] = process.versions.node.split('.').map(Number);
if (major < 24)
  console.warn(
    `This is Node ${process.versions.node}. The service needs Node 24 or newer: install that, then npm start.`,
  );
// A server may have Debian's Chromium. Otherwise, the first document unpacks it.
else if (!process.env.npm_config_omit?.includes('dev')) await import('./build-chromium.ts');
