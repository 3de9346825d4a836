/**
 * `npm run release:template -- FOLDER`: writes the folder print-and-mail, which goes into a bucket as it is: a template
 * that CloudFormation takes without the CDK, and the packages that it names. See docs/pipeline.md.
 */
import { builtFrom } from '../lib/cloud/packaging/built-from.ts';
import { root } from '../lib/cloud/packaging/bundles.ts';
import { packages } from '../lib/cloud/packaging/packages.ts';
import { writeRelease } from '../lib/cloud/packaging/release.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder to write into: npm run release:template -- FOLDER');
  process.exit(1);
}
const { version } = builtFrom(root);
console.log(await writeRelease(folder, { version, packageOf: await packages() }));
