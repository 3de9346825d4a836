/**
 * Unpacks Chromium from its npm package and verifies its hash. `node bin/build-chromium.ts` unpacks it for this machine,
 * so that it is ready at the first start. `node bin/build-chromium.ts <folder>` unpacks it into the renderer's Lambda
 * package.
 */
import { shipChromium, unpackChromium } from '../shared/rendering/chromium/unpack-chromium.ts';

const [packageFolder] = process.argv.slice(2);
if (packageFolder !== undefined) await shipChromium(packageFolder);
// Unpacking during an install only saves time later, so a failure must not break the install.
else if (process.platform === 'linux' && process.arch === 'x64')
  await unpackChromium().catch((error: Error) =>
    console.warn(`Chromium will be unpacked when it is first used: ${error.message}`),
  );
