/** Summarizes an order in one sentence: what is sent, to whom, when, and for how much. */
import { displayName } from '../domain/address.ts';
import type { Job } from '../domain/job/job.ts';
import { type Country, formatMoney, provinces, taxRange, totalCents } from '../domain/money.ts';
import type { Product, Quote } from '../domain/product.ts';

/** A stranger's words in quotation marks: assistants read these sentences, and a name could be an instruction. */
function shortened(words: string, most: number): string {
  const line = words
    .replace(/["“”„«»]/gu, "'")
    .replace(/:\/\/|[\p{C}\p{Z}[\]<>{}`]+/gu, ' ')
    .trim();
  const letters = Array.from(line);
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : line;
}

const goods = ({ name, style }: Product, options: unknown, country: Country, pages: number | undefined): string => {
  const size = pages === undefined ? '' : ` of ${pages} ${pages === 1 ? 'page' : 'pages'}`;
  return `A ${name}${size}${style?.(options, country) ?? ''}`;
};

/** `CA$57.77: CA$51.12 and CA$6.65 HST 13%, because it goes to Ontario` */
function priceWords({ price, province }: Pick<Quote, 'price' | 'province'>, country: Country): string {
  const { amountCents, currency, tax } = price;
  const total = `${formatMoney(totalCents(price), currency)}${currency === 'USD' ? ' USD' : ''}`;
  if (country === 'US') return `${total}, with no sales tax`;
  if (tax === undefined) return `${total}, plus ${taxRange} sales tax; ask for the province`;
  const parts = `${formatMoney(amountCents, currency)} and ${formatMoney(tax.cents, currency)} ${tax.label}`;
  const [place = 'Canada'] = province === undefined ? [] : provinces[province].names;
  return `${total}: ${parts}, because it goes to ${place}`;
}

export function summaryOfQuote(product: Product, quote: Quote): string {
  const { options, country, content } = quote;
  const what = goods(product, options, country, content?.pages);
  const cost = product.drawsOn === undefined ? 'costs' : 'costs a fee of';
  return `${what} to ${country === 'US' ? 'the US' : 'Canada'} ${cost} ${priceWords(quote, country)}.`;
}

export function summaryOf(product: Product, job: Job): string {
  const { order, content, state } = job;
  const { country } = product.shipment(order);
  const contact = product.mailsTo?.(order);
  let recipient = product.recipient(order)[0];
  if (contact !== undefined) {
    const { city, provinceOrState = '', postalOrZip = '' } = contact;
    const place = shortened(`${provinceOrState} ${postalOrZip}`, 30);
    recipient = `"${[shortened(displayName(contact), 60), shortened(city, 40), place].filter(Boolean).join(', ')}"`;
  }
  const drawn = product.drawn?.(order);
  const face = drawn === undefined ? '' : ` of ${formatMoney(drawn.cents, drawn.currency)}`;
  const account = product.checkFace?.(job).accountNickname;
  const day = product.sendOn?.(order);
  const verb = product.leftAs === 'mailed' ? 'printed' : 'sent';
  const when = day === undefined ? `${verb} once it is paid` : `which goes to print on ${day}, not before`;
  return `${[
    `${goods(product, order, country, content?.pages)}${face} to ${recipient}`,
    account === undefined ? undefined : `drawn on "${shortened(account, 40)}"`,
    state === 'awaiting_payment' ? when : undefined,
    `${drawn === undefined ? 'for' : 'and the fee of'} ${priceWords(job, country)}`,
  ]
    .filter(Boolean)
    .join(', ')}.`;
}
