/** The progress of an order on its page: the texts of every stage in both languages, and what the reader can do. */
import { payPage } from '../../shared/pages/pay.ts';
import { type ProgressView, stepLabels, trackingUrl, withRefresh } from '../../shared/pages/progress.ts';
import { progressStages } from '../../shared/pages/progress-words.ts';
import { readerFor } from '../support/pages/reader.ts';
import { attribute, elements, pageText } from '../support/pages/reading.ts';
import { moment, payView, plainReader, progressView, readerOf } from '../support/pages/views.ts';

const stages = Object.keys(progressStages) as ProgressView['stage'][];
const french = readerFor({ acceptLanguage: 'fr-CA', operator: {}, isTest: false });

const pageOf = (view: Partial<ProgressView>, reader = plainReader) => {
  const progress = progressView('order_1', view);
  const isPayable = progress.stage === 'unpaid' || progress.stage === 'still_open';
  const order = { ...payView('1'), warnings: [], progress };
  return payPage(isPayable ? order : { ...order, status: 'paid', payUrl: undefined }, reader);
};

const textFor = (view: Partial<ProgressView>, reader = plainReader) => pageText(pageOf(view, reader));
const linksOn = (view: Partial<ProgressView>, reader = plainReader) =>
  elements(pageOf(view, reader)).flatMap((element) => attribute(element, 'href') ?? []);

test.each([
  ['English', plainReader],
  ['French', french],
])('in %s, every stage has a different text, and every step a different name', (_, reader) => {
  const texts = stages.map((stage) => textFor({ stage }, reader));
  expect(new Set(texts).size).toBe(stages.length);
  const names = Object.values(stepLabels).map((label) => reader.say(label));
  expect(new Set(names).size).toBe(names.length);
});

test('a failed order says what failed and why, what was refunded, and how to order again', () => {
  const failed = {
    stage: 'failed',
    service: 'letter',
    refund: 'issued',
    refunded: { cents: 212, currency: 'USD' },
    failure: { says: 'The print partner refused the order.', cause: 'ours' },
  } as const;
  expect(textFor(failed, readerOf('Acme'))).toMatch(
    /We couldn’t mail your letter\. The print partner refused the order\. Your \$2\.12 was refunded; it can take a few days to show up\. It’s not your fault\. To order again, ask the person who sent you this link for a new one\. Contact support\. Progress/,
  );
  const busy = { ...failed, service: 'fax', failure: { says: 'The receiving line was busy.', cause: 'line' } } as const;
  expect(textFor(busy)).toMatch(/We couldn’t send your fax\. .+ order again when the line is free\. To order again/);
  expect(textFor(busy, french)).toContain('La ligne du destinataire était occupée.');
  const unrefunded = textFor({ ...failed, refund: 'contact_support' }, readerOf('Acme'));
  expect(unrefunded.split('Progress')[0]?.match(/Contact support/g)).toHaveLength(1);
  const inFrench = /Nous n’avons pas pu poster votre lettre\. .+ Vos 2,12.\$.US ont été remboursés/;
  expect(textFor(failed, french)).toMatch(inFrench);
});

test('an order with a print date is “scheduled” for that day and “accepted” by a partner', () => {
  const scheduled = {
    stage: 'scheduled',
    service: 'letter',
    sendOn: '2026-12-24',
    steps: [{ name: 'handed_over', at: moment } as const, { name: 'printing' } as const],
  } as const;
  expect(textFor(scheduled)).toMatch(/Scheduled for December 24\. .*Accepted by our print partner Mar 14, 4:05.PM/);
  expect(textFor(scheduled, french)).toContain('Planifiée pour le 24 décembre.');
  expect(textFor({ ...scheduled, service: 'fax' })).toContain('Accepted by our fax partner');
});

test('times in the timeline are short with one time zone, and the partner’s acceptance and work are one step', () => {
  const names = ['ordered', 'paid', 'handed_over', 'printing', 'mailed'] as const;
  const steps = names.map((name) => ({ name, at: moment }));
  const text = textFor({ stage: 'mailed', steps: [...steps, { name: 'delivered' }] });
  expect(text.match(/Mar 14, 4:05.PM/g)).toHaveLength(4);
  expect(text.match(/UTC/g)).toEqual(['UTC']);
  expect(text).toContain('In production');
  expect(text).not.toContain('Accepted by');
  expect(text).toContain('Delivered by the carrier not yet');
  const times = elements(pageOf({ stage: 'mailed', steps })).map((element) => attribute(element, 'datetime'));
  expect(times).toContain(new Date(moment).toISOString());
  expect(textFor({ stage: 'mailed', steps }, french)).toMatch(/14 mars, 16.h.05/);
});

test.each([
  ['English', plainReader, 'Scanned near the recipient (12207)', 'They don’t prove delivery.'],
  ['French', french, 'Numérisée près du destinataire (12207)', 'Elles ne prouvent pas la livraison.'],
])(
  'in %s, a carrier scan shows its location, with a note that it doesn’t prove delivery',
  (_, reader, step, sentence) => {
    const scan = { code: 'in_local_area', place: '12207' } as const;
    const text = textFor({ stage: 'mailed', steps: [{ name: 'scanned', at: moment, scan }] }, reader);
    expect(text).toContain(step);
    expect(text).toContain(sentence);
    expect(textFor({ stage: 'mailed', steps: [{ name: 'mailed', at: moment }] }, reader)).not.toContain(sentence);
  },
);

test('the page of a letter that waits at a post office says what to do', () => {
  expect(textFor({ stage: 'for_pickup' })).toMatch(
    /Waiting at a post office\. .* Tell the recipient: most post offices/,
  );
});

test('if the provider has no payment, the page says so and has the Pay button again', () => {
  expect(textFor({ stage: 'still_open' })).toMatch(/hasn’t received a payment for this order yet\. .+CA\$6\.95Pay/);
});

test('the page of returned mail says that nothing is refunded, and what to do', () => {
  const view = { stage: 'returned', steps: [{ name: 'returned', at: moment }] } as const;
  expect(textFor(view)).toMatch(
    /on its way back to the sender\. It was printed and mailed, so there’s no refund\. The address may be wrong .+ Returning to sender/,
  );
  expect(textFor(view, french)).toContain('L’envoi a été imprimé et posté : rien n’est remboursé.');
  expect(textFor(view)).not.toContain('Destroy');
  expect(textFor({ ...view, isCheckBack: true })).toContain('Destroy the check when it comes back');
  const refunded = textFor({ ...view, refund: 'issued' });
  expect(refunded).toContain('Your payment was refunded');
  expect(refunded).not.toContain('no refund');
});

test('a refund that needs support has a support link with the order number', () => {
  const links = linksOn({ stage: 'cancelled', refund: 'contact_support' }, readerOf('Acme'));
  expect(links).toContain('mailto:help@example.com?subject=order_1');
});

test('an order on hold says when we will update the page, and later that it is taking longer', () => {
  const onTime = textFor({ stage: 'needs_review', newsBy: moment });
  expect(onTime).toMatch(/Someone is looking into it\. We’ll update this page by March 14, 2026 at 4:05 PM UTC/);
  const late = textFor({ stage: 'needs_review', newsBy: moment, isLate: true });
  expect(late).toMatch(/This is taking longer than we said.+Contact support/);
  expect(late).not.toContain('We’ll update this page');
});

test('an expired link is not called canceled', () => {
  const text = textFor({ stage: 'expired', expiredAt: moment });
  expect(text).toMatch(/link expired on March 14, 2026 at 4:05 PM UTC\. Nothing was charged\..+ask .+ for a new one\./);
  expect(text).not.toMatch(/cancel/i);
});

test.each([
  ['USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9407100000'],
  ['Canada Post', 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=9407100000'],
] as const)('a tracking number links to %s', (carrier, url) => {
  // There may be a tracking number before the letter is mailed.
  const view = { stage: 'printing', tracking: { number: '9407 1000 00', carrier } } as const;
  expect(linksOn(view)).toContain(url);
  expect(textFor(view)).toContain('9407 1000 00');
});

test('a missing tracking number is announced, but not in test mode', () => {
  const awaited = 'The tracking number appears here';
  const awaiting = { stage: 'mailed', awaitsTracking: true } as const;
  expect(textFor(awaiting)).toContain(awaited);
  expect(textFor(awaiting, { ...plainReader, isTest: true })).not.toContain(awaited);
});

test('a hostile tracking number cannot change the link’s host', () => {
  const view = { stage: 'mailed', tracking: { number: '"><script>#//evil.example', carrier: 'USPS' } } as const;
  const hosts = linksOn(view).map((link) => new URL(link, 'http://own.example').host);
  expect(hosts).not.toContain('evil.example');
  expect(trackingUrl({ number: '94 07&x=1#y', carrier: 'USPS' }, plainReader)).toMatch(/=9407%26x%3D1%23y$/);
  expect(elements(pageOf(view), 'script')).toHaveLength(1);
});

test('the expected arrival is called an estimate based on the carrier’s delivery times', () => {
  const arrival = { from: moment, to: moment + 86_400_000, carrier: 'USPS', source: '' } as const;
  const coming = { stage: 'mailed', arrival } as const;
  expect(textFor(coming)).toMatch(/In the mail\. Arriving Mar 14 to Mar 15 .* Estimate based on USPS delivery times/);
  expect(textFor(coming, french)).toContain('Mise à la poste. Arrivée prévue du 14 mars au 15 mars');
});

test('canceling is offered while it is possible, with a deadline if there is one', () => {
  const offered = (until?: number) => textFor({ stage: 'at_printer', cancellable: { until } });
  expect(offered()).toContain('Cancel this order You can cancel until printing starts.');
  expect(offered(moment)).toContain('until March 14, 2026 at 4:05 PM UTC.');
  const fax = textFor({ stage: 'in_line', service: 'fax', cancellable: { until: moment } });
  expect(fax).toContain('You can cancel until our fax partner starts sending.');
  expect(textFor({ stage: 'printing' })).not.toContain('Cancel this order');
});

test('the page names a partial refund, along with a refund of the rest', () => {
  const part = { stage: 'at_printer', refundedInPart: { cents: 100, currency: 'USD' } } as const;
  expect(textFor(part)).toContain('We refunded $1.00 of your payment.');
  expect(textFor({ ...part, refund: 'pending' })).toMatch(/\$1\.00 of your .* Your payment is being refunded\./);
  expect(textFor({ ...part, stage: 'returned' })).not.toContain('no refund');
});

describe('reloads of an order’s page', () => {
  const header = (view: Partial<ProgressView>, count?: string) =>
    withRefresh(pageOf(view), progressView('1', view), count).headers.refresh;

  test.each(['confirming', 'unconfirmed', 'handing_over', 'in_line', 'sending', 'trying_again'] as const)(
    'happen ten times while it is %s, at growing intervals',
    (stage) => {
      const headers = [2, 3, 5, 8, 13, 21, 34, 55, 89, 144].map(
        (seconds, index) => `${seconds}; url=/v1/pay/code/paid?n=${index + 1}`,
      );
      expect(header({ stage })).toBe(headers[0]);
      expect(headers.map((_, count) => header({ stage }, `${count}`))).toEqual(headers);
      expect(header({ stage }, '10')).toBeUndefined();
    },
  );

  test('don’t happen if nothing is expected within minutes', () => {
    for (const stage of ['unpaid', 'at_printer', 'mailed', 'needs_review'] as const)
      expect(header({ stage })).toBeUndefined();
  });

  test.each(['x', '-1', '0;url=https://evil.example', ''])('begin again if the count is forged as %j', (count) => {
    expect(header({ stage: 'confirming' }, count)).toBe('2; url=/v1/pay/code/paid?n=1');
  });

  test.each(['10', '99'])('end if the count is forged as %j', (count) => {
    expect(header({ stage: 'confirming' }, count)).toBeUndefined();
  });
});

test('the page links to the receipt only after payment', () => {
  const paid = { steps: [{ name: 'paid', at: moment } as const] };
  for (const stage of ['at_printer', 'delivered', 'cancelled', 'failed', 'needs_review'] as const)
    expect(linksOn({ stage, ...paid })).toContain('/v1/pay/code/receipt');
  for (const stage of ['unpaid', 'expired', 'cancelled'] as const)
    expect(linksOn({ stage })).not.toContain('/v1/pay/code/receipt');
});
