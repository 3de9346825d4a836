/** Planted bugs in what goes out to strangers and partners: names, bodies, questions asked once, and what is kept. */
import type { Mutant } from '../mutant.ts';

const resolving = ['test/adapters/http/resolve.test.ts'];
const slow = ['test/adapters/http/fetch-pdf-slow.test.ts'];
const again = ['test/adapters/http/fetch-pdf-again.test.ts'];
const comparing = ['test/usecases/compare-pdf.test.ts'];
const letters = ['test/usecases/jobs/get-letter.test.ts'];
const store = ['test/local/object-store.test.ts'];

export const fetching: readonly Mutant[] = [
  {
    bug: 'strangers’ names go through the threads of the system',
    file: 'shared/adapters/http/guarded-fetch.ts',
    text: 'lookup: isAllowed ? undefined : guardedLookup(resolve)',
    planted: 'lookup: undefined',
    suites: resolving,
  },
  {
    bug: 'silence about IPv6 loses a host with IPv4',
    file: 'shared/adapters/http/resolve.ts',
    text: 'if (addresses.length > 0) return addresses;',
    planted: "if (found.every(({ status }) => status === 'fulfilled')) return addresses;",
    suites: resolving,
  },
  {
    bug: 'a body may come in single bytes',
    file: 'shared/adapters/http/receive.ts',
    text: '10_000 + bytes / 64',
    planted: '10_000 + bytes',
    suites: slow,
  },
  {
    bug: 'when memory is short, the smallest body goes',
    file: 'shared/adapters/http/receive.ts',
    text: 'b.bytes > a.bytes ? b : a',
    planted: 'b.bytes < a.bytes ? b : a',
    suites: slow,
  },
  {
    bug: 'a host may announce its file for ever',
    file: 'shared/adapters/http/guarded-fetch.ts',
    text: 'announcements += 1;',
    planted: '',
    suites: slow,
  },
  {
    bug: '“unchanged” is believed although nobody asked',
    file: 'shared/adapters/http/guarded-fetch.ts',
    text: 'response.statusCode === 304 && areKnown(known)',
    planted: 'response.statusCode === 304',
    suites: again,
  },
  {
    bug: 'validators of one address are sent to another',
    file: 'shared/usecases/content/compare-pdf.ts',
    text: 'source?.urlHash === urlHash ? source : {}',
    planted: 'source ?? {}',
    suites: comparing,
  },
  {
    bug: 'a second address counts as compared',
    file: 'shared/usecases/content/compare-pdf.ts',
    text: 'if (look.urlHash !== urlHash) return',
    planted: "if (look.urlHash === '') return",
    suites: comparing,
  },
  {
    bug: 'a PDF is fetched whole for every job',
    file: 'shared/usecases/content/compare-pdf.ts',
    text: 'isWhole: fetched.bytes !== undefined',
    planted: 'isWhole: false',
    suites: comparing,
  },
  {
    bug: 'one network’s look at a PDF speaks for all',
    file: 'shared/usecases/content/compare-pdf.ts',
    text: 'siteOf(address)}',
    planted: "''}",
    suites: comparing,
  },
  {
    bug: 'callers that come together all ask the partner',
    file: 'shared/fulfilment/ask-once.ts',
    text: 'askingUntil: now + question.leaseMs',
    planted: 'askingUntil: now',
    suites: letters,
  },
  {
    bug: 'an accident keeps the next caller waiting',
    file: 'shared/fulfilment/ask-once.ts',
    text: '    await sharedAnswers.replace(over);\n',
    planted: '',
    suites: letters,
  },
  {
    bug: 'a silent partner is asked at every request',
    file: 'shared/usecases/jobs/get-letter.ts',
    text: 'if (error instanceof Refusal) return { unavailable: error.message };',
    planted: '',
    suites: letters,
  },
  {
    bug: 'a letter’s record leads to its document',
    file: 'shared/usecases/jobs/get-letter.ts',
    text: '.filter(([name]) => shownMembers.has(name))',
    planted: '',
    suites: letters,
  },
  {
    bug: 'a receipt carries the partner’s id',
    file: 'shared/usecases/receipts/get-receipt.ts',
    text: "fingerprint('partner order', job.partner.id).slice(0, 32)",
    planted: 'job.partner.id',
    suites: ['test/receipts/verify.test.ts'],
  },
  {
    bug: 'unpaid documents stay on this machine',
    file: 'lib/local/emulators/expiry.ts',
    text: 'return rule && now - rule[1];',
    planted: 'return rule && rule[1] - now;',
    suites: store,
  },
  {
    bug: 'a document that was quoted again expires with its first quote',
    file: 'lib/local/emulators/object-file.ts',
    text: 'if (mtimeMs < limit) rmSync',
    planted: 'if (mtimeMs > 0) rmSync',
    suites: store,
  },
];
