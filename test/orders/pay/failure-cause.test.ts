/** Every reason that a partner's adapter or this service can give for a failure is known to the page, in both languages. */

import { failureOf, failureSentences } from '../../../shared/orders/follow/progress.ts';
import { failures, stoppedBy } from '../../../shared/partners/telnyx/fax.ts';
import { allSources } from '../../support/architecture/sources.ts';
import { readerFor } from '../../support/pages/reader.ts';

const unknown = failureOf('something else').says;

/** Each sentence of an adapter, and each reason that fulfilment, operators and events write into a job. */
const written = allSources().flatMap(({ file, text }) => {
  const sentences = /'([A-Z][^'\n]*\.)'/g;
  const reasons = /(?:error|reason)(?::| =)\s*(?:'([A-Z][^'\n]*)'|`([^`]*)`)/g;
  const isAdapter =
    /^shared\/partners\/(?:postgrid|simulated|telnyx)\//.test(file) && !/\/(?:event|facts)\.ts$/.test(file);
  const isOurs =
    /^shared\/(?:orders\/(?!create|content|quote|uploads|bank-accounts|addresses|cancel|follow|receipts)|web\/operator)/.test(
      file,
    );
  const found = isAdapter ? [...text.matchAll(sentences)] : isOurs ? [...text.matchAll(reasons)] : [];
  return found.map(([, plain, template]) => [file, (plain ?? template ?? '').replace(/\$\{[^}]*\}/g, '1')] as const);
});

/** Sentences about an order that stands still and has not failed, and refusals of other requests. */
const isOther = (reason: string) =>
  (/a person is looking into it/.test(reason) && !/disputed/.test(reason)) || /does not answer/.test(reason);

test('the search finds the reasons of every partner, and our own', () => {
  const files = new Set(
    written.map(([file]) =>
      file
        .split('/')
        .slice(0, file.startsWith('shared/partners/') ? 3 : 4)
        .join('/'),
    ),
  );
  for (const partner of ['postgrid', 'simulated', 'telnyx']) expect(files).toContain(`shared/partners/${partner}`);
  expect(files).toContain('shared/orders/submit/submit.ts');
  expect(written.length).toBeGreaterThan(30);
});

test.each(written.filter(([, reason]) => !isOther(reason)))('%s: %s', (_, reason) => {
  expect(failureOf(reason).says).not.toBe(unknown);
});

test('every failure of Telnyx is known, and no account or code of its own is shown', () => {
  for (const view of [...failures.keys(), 'new_reason', undefined].map(stoppedBy)) {
    const { says } = failureOf(view.kind === 'stopped' ? view.reason : '');
    expect(says).not.toBe(unknown);
    expect(says).not.toMatch(/_|\d|operator|account of this service/);
  }
});

test('a sentence of a stranger is not shown', () => {
  expect(failureOf('<b>call 555-0100</b>')).toEqual({ says: 'We could not send it.', cause: 'ours' });
  expect(failureOf(undefined)).toEqual({ says: 'We could not send it.', cause: 'ours' });
  expect(failureOf('constructor').says).toBe('We could not send it.');
});

test('every sentence has French', () => {
  const { sayKnown } = readerFor({ acceptLanguage: 'fr', operator: {}, isTest: false });
  expect(failureSentences.filter((says) => sayKnown(says) === says)).toEqual([]);
});
