/** The values that a person types into each product's order form, by field name. */
import type { ProductName } from '../../../shared/domain/names.ts';
import { ada, grace, text } from '../e2e/client.ts';

export type Form = Readonly<Record<string, string>>;

const address = (side: string, contact: object): Form =>
  Object.fromEntries(Object.entries(contact).map(([name, value]) => [`${side}.${name}`, String(value)]));

const parties = { ...address('to', ada), ...address('from', grace) };

/** With line breaks as browsers send them. */
const typedText = text.replaceAll('\n', '\r\n');

export const typedForm = (product: ProductName): Form =>
  ({
    letter: { ...parties, text: typedText },
    fax: { to_number: '212 555 0199', text: typedText },
    check: { ...parties, amount: '125.50', memo: 'Rent', bank_account: `bank_${'0'.repeat(26)}` },
  })[product];

/** The hidden fields of a page, as a browser sends them when a person presses the button of this step. */
export function formIn(markup: string, step: string): Form {
  const inputs = [...markup.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  return { ...Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, unescaped(value)])), step };
}

const entities: Form = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const unescaped = (text: string): string => text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => entities[name] ?? '');
