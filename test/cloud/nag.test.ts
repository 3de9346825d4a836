/** cdk-nag's rules for AWS in general and for serverless: every finding is fixed, or accepted with a reason. */
import { acceptedFindings } from '../support/cloud/accepted-findings.ts';
import { allFlags, findings, flags } from '../support/cloud/synthesized.ts';
import { longTest } from '../support/sampling.ts';

const withoutAcceptance = findings(allFlags, false);

const isAccepted = (finding: string): boolean =>
  acceptedFindings.some(({ id, at }) => finding.startsWith(`${id} at `) && finding.includes(at ?? ''));

test('with every flag, cdk-nag finds nothing that is not accepted with a reason', () => {
  expect(withoutAcceptance.filter((finding) => !isAccepted(finding))).toEqual([]);
});

// The flags are independent, so none and all of them cover every combination.
for (const options of [flags[0], allFlags])
  longTest(`cdk-nag has no unacknowledged finding: ${JSON.stringify(options)}`, async () => {
    expect(findings(options, true)).toEqual([]);
  });

test.each(acceptedFindings)('the accepted finding $id is still found, so the rules do run', ({ id, reason }) => {
  expect(withoutAcceptance).toContainEqual(expect.stringContaining(`${id} at `));
  expect(reason).toMatch(/^[A-Z].{20,}\.$/);
});

test('no policy is for all resources', () => {
  expect(withoutAcceptance.filter((finding) => finding.includes('[Resource::*]'))).toEqual([]);
});
