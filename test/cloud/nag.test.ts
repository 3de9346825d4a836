/** cdk-nag's rules for AWS in general and for serverless: every finding is fixed, or accepted with a reason. */
import { acceptedFindings } from '../support/cloud/accepted-findings.ts';
import { findings, flags } from '../support/cloud/synthesized.ts';
import { longTest } from '../support/proofs.ts';

const everything = flags.at(-1) ?? flags[0];
const withoutAcceptance = findings(everything, false);

const isAccepted = (finding: string): boolean =>
  acceptedFindings.some(({ id, at }) => finding.startsWith(`${id} at `) && finding.includes(at ?? ''));

test('the rules find nothing that is not accepted with a reason, with every flag', () => {
  expect(withoutAcceptance.filter((finding) => !isAccepted(finding))).toEqual([]);
});

// Between nothing and everything, the flags add to one another and change nothing of each other.
for (const asked of [flags[0], everything])
  longTest(`the rules find nothing that is not acknowledged: ${JSON.stringify(asked)}`, async () => {
    expect(findings(asked, true)).toEqual([]);
  });

test.each(acceptedFindings)('an accepted finding is still found, so the rules do run: $id', ({ id, reason }) => {
  expect(withoutAcceptance.filter((finding) => finding.startsWith(`${id} at `))).not.toEqual([]);
  expect(reason).toMatch(/^[A-Z].{20,}\.$/);
});

test('no grant is for every resource', () => {
  expect(withoutAcceptance.filter((finding) => finding.includes('[Resource::*]'))).toEqual([]);
});
