/**
 * Synthesizes the stack with empty packages, in a separate process, and prints JSON. Its first argument names the output:
 * a service's template, the stacks of several stages of one app, cdk-nag's findings, or GitHub's role. Its second argument
 * has the options.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, type AppProps, Validations } from 'aws-cdk-lib';
import { addAccessStack } from '../../../lib/cloud/access.ts';
import { addStacks } from '../../../lib/cloud/service.ts';
import { stageOf } from '../../../lib/cloud/stage-file.ts';
import { newFolder } from '../new-folder.ts';
import { acceptedFindings } from './accepted-findings.ts';
import { type AssembledStack, type StackOptions, usual } from './synthesized.ts';

/** The CDK's flags, as `npx cdk deploy` reads them. */
const { context } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'cdk.json'), 'utf8'));

const emptyApp = (more: AppProps = {}) => new App({ outdir: newFolder(), context, ...more });

/** Checking CloudFormation's rules takes four fifths of a synthesis, so only `findings` does it. */
const quickApp = () => emptyApp({ builtinCloudFormationValidation: false });

function stackIn(app: App, { name = 'main', file = usual, ...others }: StackOptions = {}) {
  const folder = newFolder();
  writeFileSync(join(folder, 'index.mjs'), '');
  return addStacks(app, { packageOf: () => folder, stage: stageOf(name, file), ...others });
}

function template(options: StackOptions) {
  const app = quickApp();
  const { stackName } = stackIn(app, options);
  return app.synth().getStackByName(stackName).template;
}

/** The stacks as the CDK passes them to CloudFormation. */
function assembled(options: readonly StackOptions[]): AssembledStack[] {
  const app = quickApp();
  const names = options.flatMap((one) => {
    const stack = stackIn(app, one);
    return [...stack.dependencies, stack].map(({ stackName }) => stackName);
  });
  const assembly = app.synth();
  return names.map((name) => {
    const { tags, terminationProtection: isProtected = false, template } = assembly.getStackByName(name);
    return { name, tags, isProtected, template };
  });
}

async function findings({
  omitsAccepted,
  ...options
}: StackOptions & { readonly omitsAccepted: boolean }): Promise<string[]> {
  const { AwsSolutionsChecks, ServerlessChecks } = await import('cdk-nag');
  const app = emptyApp();
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  const stack = stackIn(app, options);
  for (const { id, at, reason } of omitsAccepted ? acceptedFindings : []) {
    for (const checked of [stack, ...stack.dependencies]) {
      const scope = at === undefined ? checked : checked.node.tryFindChild(at);
      if (scope !== undefined) Validations.of(scope).acknowledge({ id, reason });
    }
  }
  return reported(app);
}

async function roleOfGitHub() {
  const { AwsSolutionsChecks } = await import('cdk-nag');
  const app = quickApp();
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const { templateFile } = addAccessStack(app);
  const findings = reported(app);
  return { template: JSON.parse(readFileSync(join(app.outdir, templateFile), 'utf8')), findings };
}

interface Report {
  readonly pluginReports: readonly {
    readonly pluginName: string;
    readonly violations: readonly {
      readonly ruleName: string;
      readonly violatingConstructs: readonly { readonly constructPath: string }[];
    }[];
  }[];
}

/** Each finding as `plugin::rule at construct`. */
function reported(app: App): string[] {
  try {
    app.synth();
  } catch {
    // Synthesis throws if there are findings. The report lists them.
  }
  const file = join(app.outdir, 'validation-report.json');
  if (!existsSync(file)) return [];
  const { pluginReports } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return pluginReports.flatMap(({ pluginName, violations }) =>
    violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => `${pluginName}::${ruleName} at ${constructPath}`),
    ),
  );
}

const outputs = { template, assembled, findings, roleOfGitHub };
export type OutputName = keyof typeof outputs;

const [name, options = '{}'] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await outputs[name as OutputName](JSON.parse(options))));
