/** Prints cdk-nag's findings in the stack that the first argument asks for. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { acceptedFindings } from './accepted-findings.ts';
import { emptyApp, stackIn } from './synthesize.ts';
import type { Asked } from './synthesized.ts';

function findings({ isAccepted, ...asked }: Asked & { readonly isAccepted: boolean }): string[] {
  const app = emptyApp();
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  const stack = stackIn(app, asked);
  for (const { id, at, reason } of isAccepted ? acceptedFindings : []) {
    for (const each of [stack, ...stack.dependencies]) {
      const place = at === undefined ? each : each.node.tryFindChild(at);
      if (place !== undefined) Validations.of(place).acknowledge({ id, reason });
    }
  }
  try {
    app.synth();
  } catch {
    // Findings end the synthesis, and are told in the report.
  }
  return reported(app);
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

/** Gives each finding as `plugin::rule at construct`. */
export function reported({ outdir }: App): string[] {
  const file = join(outdir, 'validation-report.json');
  if (!existsSync(file)) return [];
  const { pluginReports } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return pluginReports.flatMap(({ pluginName, violations }) =>
    violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => `${pluginName}::${ruleName} at ${constructPath}`),
    ),
  );
}

if (import.meta.main) process.stdout.write(JSON.stringify(findings(JSON.parse(process.argv[2] ?? '{}'))));
