/** The text of emails: the same in both parts, complete in both languages, and nothing to load or run. */
import { emailOf, emailReader, emailViews, stopUrl } from '../support/pages/emails.ts';
import { attribute, elements, textsOf } from '../support/pages/reading.ts';

const named = Object.entries(emailViews);
const pageOf = ({ html }: { readonly html: string }) => ({ headers: {}, body: html });
const flat = (text: string) => text.replace(/\s+/g, ' ');
const linksOf = (page: ReturnType<typeof pageOf>) =>
  elements(page).flatMap((each) => (each.tagName === 'a' ? (attribute(each, 'href') ?? '') : []));

describe.each(['en', 'fr'] as const)('in %s', (language) => {
  const reader = emailReader(language);

  test.each(named)('both parts of the email "%s" have the same text and links', (_, view) => {
    const email = emailOf(view, reader);
    const page = pageOf(email);
    const text = flat(email.text);
    for (const each of textsOf(page)) expect(text).toContain(flat(each).trim());
    for (const link of linksOf(page)) expect(text).toContain(link.replace(/^mailto:([^?]*).*/, '($1)'));
    expect(text).toContain(stopUrl);
  });

  test.each(named)('the email "%s" loads and runs nothing, and is short enough for mail programs', (_, view) => {
    const { html, subject, text } = emailOf(view, reader);
    const tags = new Set(elements(pageOf({ html })).map(({ tagName }) => tagName));
    for (const tag of ['img', 'script', 'link', 'iframe', 'form', 'object']) expect(tags.has(tag)).toBe(false);
    expect(html).not.toMatch(/url\(|@import|src=/i);
    // Gmail clips messages at 102 kB, and drops a style sheet of more than 8 kB.
    expect(Buffer.byteLength(html)).toBeLessThan(12_000);
    expect(/<style>([\s\S]*)<\/style>/.exec(html)?.[1]?.length).toBeLessThan(8_192);
    expect(subject).toMatch(/^[^\r\n]{10,120}$/);
    // Mail servers break lines of more than 998 characters (RFC 5322).
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(900);
  });
});

test.each(named)('the email "%s" has no English text for a French reader', (_, view) => {
  const english = new Set(textsOf(pageOf(emailOf(view, emailReader('en')))));
  const both = textsOf(pageOf(emailOf(view, emailReader('fr')))).filter((text) => english.has(text));
  const data = /^(Acme Letters.*|IL 62701|… 0147|7K2M9QX4TD|9407 [\d ]+|Date|Total|\.?\s*)$/;
  expect(both.filter((text) => !data.test(text))).toEqual([]);
});

test.each(['en', 'fr'] as const)(
  'in %s, the footer says how to delete the document, if the order has one',
  (language) => {
    const reader = emailReader(language);
    const sentence = reader.say('You can delete the document on the order’s page once the order is sent or has ended.');
    for (const [name, view] of named)
      expect([name, emailOf(view, reader).text.includes(sentence)]).toEqual([name, !name.startsWith('check')]);
  },
);

const viewNamed = (name: string) => {
  const view = emailViews[name];
  if (view === undefined) throw new Error(`there is no email "${name}"`);
  return view;
};
const emailFor = (name: string, isPayer = false) => emailOf(viewNamed(name), emailReader('en'), isPayer);

test.each([
  ['letter, paid', 'Payment received: Your letter (IL 62701)', ['We got your payment of $2.12', 'March 16, 2026']],
  ['letter, registered and mailed', 'In the mail: Your letter (IL 62701)', ['https://tools.usps.com', '9407 1000']],
  ['fax, sent', 'Fax sent: Your fax (… 0147)', ['every page', 'March 14, 2026 at 4:05 PM UTC']],
  ['letter, failed', 'We couldn’t send it: Your letter (IL 62701)', ['is being refunded', 'check both addresses']],
  [
    'letter, refund needs support',
    'About your refund: Your letter (IL 62701)',
    ['Contact support (help@example.com).', 'Report this order (help@example.com)', '7K2M9QX4TD'],
  ],
])('the email "%s" has the subject %j, and says what happened and when', (name, subject, sentences) => {
  const email = emailFor(name);
  expect(email.subject).toBe(subject);
  for (const sentence of sentences) expect(flat(email.text)).toContain(sentence);
});

test('if a refund needs support, every email says how to reach it', () => {
  const failed = viewNamed('letter, failed');
  const inDoubt = { ...failed, progress: { ...failed.progress, refund: 'contact_support' } } as const;
  const request = 'Please write to us so we can refund it another way.';
  expect(flat(emailOf(inDoubt, emailReader('en')).text)).toContain(request);
  expect(flat(emailOf(failed, emailReader('en')).text)).not.toContain(request);
});

test('an email says why its reader gets it', () => {
  expect(emailFor('letter, paid').text).toContain('because your address was given with this order');
  expect(emailFor('letter, paid', true).text).toContain('because you asked for it when you paid');
});

test('the email about the payment of a scheduled order names its day', () => {
  const paid = viewNamed('letter, paid');
  const withStage = (stage: 'scheduled' | 'at_printer') => ({
    ...paid,
    progress: { ...paid.progress, stage, sendOn: '2026-12-24' },
  });
  const text = (language: 'en' | 'fr') => flat(emailOf(withStage('scheduled'), emailReader(language)).text);
  expect(text('en')).toContain('print your order on Thursday, December 24, 2026');
  expect(text('fr')).toContain('La commande sera imprimée le jeudi 24 décembre 2026.');
  expect(emailOf(withStage('at_printer'), emailReader('en')).text).not.toContain('December 24');
});
