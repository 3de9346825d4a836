/** Runs after `npm ci`, by whatever Node the machine has: unpacks Chromium if that one can run the service. */
const [major] = process.versions.node.split('.').map(Number);
if (major >= 24) await import('./build-chromium.ts');
else
  console.warn(
    `This is Node ${process.versions.node}. The service needs Node 24 or newer: install that, then npm start.`,
  );
