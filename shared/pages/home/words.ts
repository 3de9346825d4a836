/** The sentences of the home page that name products: with faxes, without, and without any name where only some are sold. */
import type { PlainSentence } from '../reader.ts';

export interface ProductWords {
  readonly title: PlainSentence;
  readonly lead: PlainSentence;
  readonly chat: PlainSentence;
}

export const withFaxes: ProductWords = {
  title: 'Letters, checks and faxes to the US and Canada',
  lead: 'An exact price first. You see every page and pay by card; only then it is printed, mailed or faxed, once. No account.',
  chat: 'Add this address to an assistant that speaks MCP, and ask for a letter, a check or a fax. No key is needed.',
};

export const withoutFaxes: ProductWords = {
  title: 'Letters and checks to the US and Canada',
  lead: 'An exact price first. You see every page and pay by card; only then it is printed and mailed, once. No account.',
  chat: 'Add this address to an assistant that speaks MCP, and ask for a letter or a check. No key is needed.',
};

export const withoutNames: ProductWords = {
  title: 'Sent to the US and Canada',
  lead: 'An exact price first. You see every page and pay by card; only then it is sent, once. No account.',
  chat: 'Add this address to an assistant that speaks MCP, and ask for what is offered here. No key is needed.',
};
