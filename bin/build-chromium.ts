/**
 * Unpacks Chromium from its npm package and verifies its hash. `node bin/build-chromium.ts` does it for this machine,
 * so that even the first start finds it ready. `node bin/build-chromium.ts <folder>` writes into the renderer's Lambda
 * package.
 */
import { shipChromium, unpackChromium } from '../shared/rendering/chromium/unpack-chromium.ts';

const [packageFolder] = process.argv.slice(2);
if (packageFolder !== undefined) await shipChromium(packageFolder);
// After an install this only saves time later, so a machine that cannot run it must still be able to install.
else if (process.platform === 'linux' && process.arch === 'x64')
  await unpackChromium().catch((error: Error) =>
    console.warn(`Chromium is unpacked at its first use: ${error.message}`),
  );
