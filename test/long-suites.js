/**
 * Suites that `npm run test:all` runs and `npm test` skips, because faster ones test the same promises.
 * `npm test -- PATH` runs any of them.
 */
export const longSuites = [
  'test/partners/postgrid/faults.test.ts',
  'test/partners/stripe/sessions.test.ts',
  'test/cloud/access.test.ts',
  'test/cloud/bundles.test.ts',
  'test/cloud/canary.test.ts',
  'test/cloud/edge.test.ts',
  'test/cloud/groups.test.ts',
  'test/cloud/nag.test.ts',
  'test/cloud/rights.test.ts',
  'test/cloud/stages.test.ts',
  'test/docs/pictures.test.ts',
  'test/e2e/real/smoke.test.ts',
  'test/e2e/service/canary.test.ts',
  'test/e2e/service/command-line.test.ts',
  'test/e2e/service/kill.test.ts',
  'test/e2e/service/mailbox.test.ts',
  'test/e2e/service/ops.test.ts',
  'test/journeys/ordering.test.ts',
  'test/journeys/pages.test.ts',
  'test/journeys/uploading.test.ts',
  'test/model/worlds.test.ts',
  'test/receipts/browser.test.ts',
  'test/rendering/chromium/installed-browser.test.ts',
  'test/rendering/chromium/unpack-chromium.test.ts',
  'test/rendering/fax/fitness.test.ts',
  'test/rendering/fax/layout.test.ts',
  'test/rendering/files/repaired.test.ts',
  'test/rendering/files/photographs.test.ts',
  'test/rendering/markdown/write-html.test.ts',
  'test/rendering/pdf/inspect-pdf-bombs.test.ts',
  'test/rendering/pdf/inspect-pdf-files.test.ts',
  'test/rendering/pdf/join-pdfs.test.ts',
];

const isNamed = process.argv.slice(2).some((argument) => !argument.startsWith('-'));

/** The suites that this run skips. */
export const skippedSuites = process.env.TEST_CASES === 'all' || isNamed ? [] : longSuites;
