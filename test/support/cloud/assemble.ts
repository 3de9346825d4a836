/** Prints the stacks of the stages that its argument lists, of one app, with what the CDK tells CloudFormation beside the template. */
import { emptyApp, stackIn } from './synthesize.ts';
import type { Asked, Handed } from './synthesized.ts';

const app = emptyApp({ builtinCloudFormationValidation: false });
const asked: readonly Asked[] = JSON.parse(process.argv[2] ?? '[]');
const names = asked.flatMap((one) => {
  const stack = stackIn(app, one);
  return [...stack.dependencies, stack].map(({ stackName }) => stackName);
});
const assembly = app.synth();
const handed = names.map((name): Handed => {
  const { tags, terminationProtection: isProtected = false, template } = assembly.getStackByName(name);
  return { name, tags, isProtected, template };
});
process.stdout.write(JSON.stringify(handed));
