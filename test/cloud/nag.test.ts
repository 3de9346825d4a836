/** cdk-nag's rules for AWS in general and for serverless: every finding is fixed, or accepted with a reason. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { type AcceptedFinding, acceptedFindings } from '../support/cloud/accepted-findings.ts';
import { emptyApp, flags, stackIn } from '../support/cloud/synthesized.ts';
import { longTest } from '../support/proofs.ts';

/** Every finding that is not accepted, as `id at construct`. */
function findings(accepted: readonly AcceptedFinding[], asked: (typeof flags)[number]): string[] {
  const app = emptyApp();
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  const stack = stackIn(app, asked);
  for (const { id, at, reason } of accepted) {
    const place = at === undefined ? stack : stack.node.tryFindChild(at);
    if (place !== undefined) Validations.of(place).acknowledge({ id, reason });
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

function reported({ outdir }: App): string[] {
  const file = join(outdir, 'validation-report.json');
  if (!existsSync(file)) return [];
  const { pluginReports } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return pluginReports.flatMap(({ pluginName, violations }) =>
    violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => `${pluginName}::${ruleName} at ${constructPath}`),
    ),
  );
}

const everything = flags.at(-1) ?? flags[0];
const withoutAcceptance = findings([], everything);

const isAccepted = (finding: string): boolean =>
  acceptedFindings.some(({ id, at }) => finding.startsWith(`${id} at `) && finding.includes(at ?? ''));

test('the rules find nothing that is not accepted with a reason, with every flag', () => {
  expect(withoutAcceptance.filter((finding) => !isAccepted(finding))).toEqual([]);
});

for (const asked of flags)
  longTest(`the rules find nothing that is not acknowledged: ${JSON.stringify(asked)}`, async () => {
    expect(findings(acceptedFindings, asked)).toEqual([]);
  });

test.each(acceptedFindings)('an accepted finding is still found, so the rules do run: $id', ({ id, reason }) => {
  expect(withoutAcceptance.filter((finding) => finding.startsWith(`${id} at `))).not.toEqual([]);
  expect(reason).toMatch(/^[A-Z].{20,}\.$/);
});

test('no grant is for every resource', () => {
  expect(withoutAcceptance.filter((finding) => finding.includes('[Resource::*]'))).toEqual([]);
});
