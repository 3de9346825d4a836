/**
 * Every reader of untrusted text or bytes limits its own work. The tests call each reader directly, without the limits that
 * usually come before it, with up to a megabyte of hostile input. A reader in quadratic time would need minutes.
 */
import { addressSchema, addressWarnings, type Contact, missingParts, splitName } from '../../shared/domain/address.ts';
import { likelyCorrection } from '../../shared/domain/addresses/likely-correction.ts';
import { addressKeys, compareAddress, nameKeys, namesOn } from '../../shared/domain/addresses/normalized-address.ts';
import { stateNamed, zipBelongsTo } from '../../shared/domain/addresses/parts.ts';
import { readWrittenAddress } from '../../shared/domain/addresses/written-address.ts';
import { isId, orderNumberIn } from '../../shared/domain/ids.ts';
import { isWordInPlaceOfUrl } from '../../shared/domain/input/content.ts';
import { authorWarnings } from '../../shared/domain/input/quoted-content.ts';
import { typeOfBytes, uploadIdIn } from '../../shared/domain/input/upload.ts';
import { mailboxOf, maskedEmail, notifySchema, validEmail } from '../../shared/domain/job/notify.ts';
import { provinceNamed, provincesOfPostalCode } from '../../shared/domain/money.ts';
import { networkOf } from '../../shared/domain/network.ts';
import { textProblem } from '../../shared/domain/text.ts';
import { orderForms, parseCents } from '../../shared/pages/order-form/forms.ts';
import { preferredLanguage } from '../../shared/pages/reader.ts';
import { verifyReceipt } from '../../shared/pages/verify/verifier.ts';
import { checkUrl } from '../../shared/partners/http/public-address.ts';
import { readPostgridEvent } from '../../shared/partners/postgrid/event.ts';
import { stripeEvent } from '../../shared/partners/stripe/event.ts';
import { readTelnyxEvent } from '../../shared/partners/telnyx/event.ts';
import {
  type BankAccountInput,
  bankAccountSchema,
  readCanadianRouting,
  readUsRouting,
  toBankDetails,
} from '../../shared/products/check/bank-account.ts';
import { holdsBankPair, looksLikeBankNumber, rawBankNumber } from '../../shared/products/check/raw-bank-numbers.ts';
import { toFaxNumber } from '../../shared/products/fax/fax-number.ts';
import { letterPaper } from '../../shared/products/letter/letter.ts';
import { isDay } from '../../shared/products/mail.ts';
import { kindOf } from '../../shared/rendering/files/open-file.ts';
import { checkHtml, imagePixels, urlsInCss, withoutWebStyles } from '../../shared/rendering/html/check-html.ts';
import { sanitizeMessage } from '../../shared/rendering/html/sanitize-message.ts';
import { typeset } from '../../shared/rendering/text/typeset.ts';
import { preferred } from '../../shared/web/http/accept.ts';
import { formOf, type HttpEvent } from '../../shared/web/http/http-event.ts';
import { postedForm } from '../../shared/web/http/multipart-form.ts';
import { readJson } from '../../shared/web/http/read-json.ts';
import { routeHint } from '../../shared/web/http/route-hint.ts';
import { typedIn } from '../../shared/web/order-form/typed.ts';
import { usBank } from '../support/e2e/desk.ts';

const maxMs = 600;

/** Texts whose repetition is hard to read: separators, marks, and the beginnings of what readers look for. */
const units = [
  ...' \t\n.,;:-/\\@+=&#%*|"\'([{<`_aA109éßΩ\u0130\u3164\u200b\u2028\0',
  ...['\r\n', ' \n'],
  // Unicode sorts marks of several classes in quadratic time.
  ...['\u0301', '\u0327\u0301\u05b0', 'e\u0327\u0301', '\ufdfa', '\ud83d\ude00', '\ud800', '\u{1d165}', '\uff9e'],
  ...['\f', 'a\f', '{{', '[AB ', `[${'a/'.repeat(42)}`, '&lt;&lt;a', 'a   '],
  ...['a ', '1 ', 'a.', 'a,', '1,', '1-', 'a-', '12 Main St, ', '12 ', 'n ', 'n. ', 'n-s ', 'K1A ', '12207 ', 'Apt 4 '],
  ...['c/o ', 'and ', 'P.O. Box ', 'van ', 'Jr. ', 'NY ', 'St Ave ', 'a@', 'a@a.', '"a"@', '+a'],
  ...['555-0101 ', '021000021 '],
];

/** More such texts, by the format of the only readers that read them. */
const formats = {
  json: ['[', '{"a":', '["a",', '1,', '"\\u0061",', '{},', '"a":1,', '\\"'],
  receipt: ['eyJ', 'eyJ.', `eyJ.a.${'a'.repeat(86)} `, '=r1.', `=r1.${'a'.repeat(99)} `, 'https://a=r1.a', 'r1.aa='],
  html: '<|<p>|<a |<a b=c |</p>|<!--|<style>|<b><i>|<table>|&amp|<p style="|<svg>|{{a}}'.split('|'),
  css: '@import |@import url(|@import "" |@import "a"|@import url("|@font-face{|url(|src( |/*|\\61 '.split('|'),
  headers: ['a/b;q=1,', ';q=', 'fr;q=0.9,', 'fr-', 'en,', 't=1,v1=a,', `v1=${'a'.repeat(64)},`, 'a=b; '],
  form: ['a=1&', '%25', '%', '--b\r\n', '--b\r\n\r\n', 'a: b\r\n', 'content-disposition: form-data; name="a"\r\n'],
  files: ['%PDF-', '\xff\xd8\xff', 'PK\x03\x04', 'UEsDB', 'data:a;base64,', '.docx'],
} as const;

interface Reader {
  readonly read: (text: string) => unknown;
  readonly format?: keyof typeof formats;
  /** Puts the hostile text where the reader reaches it. */
  readonly wrap?: (text: string) => string;
}

const springfield: Contact = { addressLine1: '1 Elm St', city: 'Springfield', countryCode: 'US' };
/** A contact with this text in every field. */
const contactOf = (text: string): Contact => ({
  firstName: text,
  lastName: text,
  companyName: text,
  addressLine1: text,
  addressLine2: text,
  city: text,
  provinceOrState: text,
  postalOrZip: text,
  countryCode: 'US',
});
const address = { ...springfield, name: 'Ada' };
const account: BankAccountInput = { ...usBank, account_type: undefined };
const posted = (body: string, type = 'multipart/form-data; boundary=b'): HttpEvent =>
  ({ body, headers: { 'content-type': type }, requestContext: { http: { method: 'POST' } } }) as unknown as HttpEvent;
const bytes = (text: string) => Buffer.from(text, 'latin1');
const now = Date.UTC(2026, 10, 28);
const signature = { signature: 'AAAA', timestamp: `${now / 1_000}` };

const readers: Readonly<Record<string, Reader>> = {
  'an address on one line': { read: readWrittenAddress },
  'an address on one line, between its parts': { read: readWrittenAddress, wrap: (text) => `Ada, ${text}, NY 12207` },
  'an address in lines': { read: readWrittenAddress, wrap: (text) => `Ada\n12 ${text}\nAlbany, NY 12207` },
  'the fields of an address': {
    read: (text) => Object.keys(address).map((name) => addressSchema().safeParse({ ...address, [name]: text })),
  },
  'warnings about an address': {
    read: (text) => [addressWarnings('letter.to', contactOf(text)), likelyCorrection(contactOf(text))],
  },
  'a corrected address': { read: (text) => compareAddress(contactOf(text), { ...springfield, city: text }) },
  'lines of an address': { read: (text) => missingParts(text, text) },
  'the keys of an address': { read: (text) => [addressKeys(contactOf(text)), namesOn(contactOf(text))] },
  'the keys of a name': { read: (text) => nameKeys(text) },
  'a name': { read: splitName },
  'a state, a province, a postal code': {
    read: (text) => [stateNamed(text), provinceNamed(text), provincesOfPostalCode(text), zipBelongsTo(text, text)],
  },
  'an email address': { read: (text) => [validEmail(text), mailboxOf(text), maskedEmail(text)] },
  notify: { read: (text) => notifySchema.safeParse({ webhook_url: text, webhook_secret: text, email: text }) },
  'a date': { read: isDay },
  'a fax number': { read: toFaxNumber },
  'an amount': { read: parseCents },
  'bank numbers': {
    read: (text) => {
      const numbers = { routing_number: text, transit_number: text, institution_number: text };
      readUsRouting({ routing_number: text });
      readCanadianRouting(numbers);
      bankAccountSchema.safeParse({ ...account, ...numbers, account_number: text, nickname: text });
      return toBankDetails({ ...account, account_number: text, routing_number: text });
    },
  },
  'numbers in a memo': { read: (text) => [holdsBankPair(text), looksLikeBankNumber(text)] },
  'numbers in a body': { read: (text) => rawBankNumber({ [text]: text, a: [text], account: { [text]: text } }) },
  'a JSON body': { read: readJson, format: 'json' },
  'a body with a hostile content type': { read: (text) => readJson(text, { 'content-type': text }), format: 'json' },
  'a Stripe event': { read: (text) => stripeEvent(text, 'mock'), format: 'json' },
  'the ids of a Stripe event': {
    read: (text) => stripeEvent(text, 'mock'),
    wrap: (text) =>
      JSON.stringify({ id: text, type: text, data: { object: { id: text, metadata: { job_id: text } } } }),
  },
  'a PostGrid event': { read: (text) => readPostgridEvent(text, `t=${now},v1=${'a'.repeat(64)}`, ['x'], now) },
  'PostGrid signatures': { read: (text) => readPostgridEvent('{}', `t=${now},${text}`, ['x'], now), format: 'headers' },
  'a Telnyx event': { read: (text) => readTelnyxEvent(text, signature, Buffer.alloc(32, 1).toString('base64'), now) },
  'a receipt': { read: (text) => verifyReceipt([], bytes(text), bytes(text)), format: 'receipt' },
  'the header of a receipt': {
    read: (text) => verifyReceipt([], bytes(text)),
    wrap: (text) => `${Buffer.from(`{"a":${text}`).toString('base64url')}.a.${'a'.repeat(86)}`,
    format: 'json',
  },
  'text to print': { read: (text) => [textProblem(text), typeset(text, letterPaper)] },
  'a file in place of a URL': { read: (text) => [isWordInPlaceOfUrl(text), uploadIdIn(text, [text])], format: 'files' },
  'the URL of a file': { read: (text) => checkUrl(`https://${text}`, [], '') },
  'the kind of a file': { read: (text) => [typeOfBytes(bytes(text)), kindOf(bytes(text))], format: 'files' },
  'HTML to print': { read: checkHtml, format: 'html' },
  'a message of HTML': { read: sanitizeMessage, format: 'html' },
  CSS: { read: (text) => [withoutWebStyles(text), urlsInCss(text)], format: 'css' },
  'CSS that ends in an open block': { read: withoutWebStyles, wrap: (text) => `${text}{`, format: 'css' },
  'a data: URI': { read: (text) => imagePixels(`data:image/png;base64,${text}`), format: 'files' },
  'a form': { read: (text) => formOf(posted(text)), format: 'form' },
  'a form with files': {
    read: (text) => postedForm(posted(text)),
    wrap: (text) => (formats.form.some((piece) => text.startsWith(piece)) ? `--b\r\n${text}` : text),
    format: 'form',
  },
  'a form’s type': { read: (text) => postedForm(posted('--b--', text)), wrap: (text) => `multipart/form-data;${text}` },
  'common mistakes in a text': { read: (text) => [authorWarnings('text', text), authorWarnings('html', text)] },
  'an order form': { read: (text) => typedIn(orderForms.letter, { text, upload: text }) },
  Accept: { read: (text) => preferred(text, ['text/html', 'application/json']), format: 'headers' },
  'Accept-Language': { read: preferredLanguage, format: 'headers' },
  'an IP address': { read: networkOf },
  'an id': { read: (text) => [isId('job', `job_${text}`), orderNumberIn(text), orderNumberIn(`order${text}\nx\ny`)] },
  'an unknown path': { read: (text) => routeHint(['GET /v1/jobs/{job_id}'], 'GET', `/v1/${text}`) },
};

/** The least CPU time of several runs. Elapsed time would depend on how busy the machine is. */
async function cpuMsOf(work: () => unknown, maxRuns = 4): Promise<number> {
  let minMs = Number.POSITIVE_INFINITY;
  // Another run can't help if the first took ten times too long.
  for (let run = 0; run < maxRuns && minMs > maxMs && (run === 0 || minMs < 10 * maxMs); run += 1) {
    const start = process.cpuUsage();
    await Promise.resolve()
      .then(work)
      .catch(() => undefined);
    const { user, system } = process.cpuUsage(start);
    minMs = Math.min(minMs, (user + system) / 1_000);
  }
  return minMs;
}

test.each(Object.entries(readers))(
  `a hostile megabyte is read within ${maxMs} ms: %s`,
  async (_, reader) => {
    const { read, format, wrap = (text: string) => text } = reader;
    const tooLong: string[] = [];
    for (const unit of [...units, ...(format === undefined ? [] : formats[format])])
      for (const size of [10_000, 100_000, 1_000_000]) {
        const text = wrap(unit.repeat(size / unit.length));
        const ms = await cpuMsOf(() => read(text));
        // Ten times the text takes at most a hundred times as long, even in quadratic time.
        if (size === 100_000 && ms < maxMs / 100) break;
        if (ms <= maxMs) continue;
        tooLong.push(`${JSON.stringify(unit).slice(0, 40)} x ${size}: ${ms.toFixed()} ms`);
        // A larger text would take minutes.
        break;
      }
    expect(tooLong).toEqual([]);
  },
  120_000,
);
