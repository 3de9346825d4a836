/** Orders a letter, a check and a fax with the client that openapi-generator (typescript-fetch) makes. Argument: the service. */
import { ChecksApi, Configuration, FaxesApi, LettersApi } from './mail/index';

const configuration = new Configuration({ basePath: process.argv[2] });
const letters = new LettersApi(configuration);
const checks = new ChecksApi(configuration);
const faxes = new FaxesApi(configuration);
const text = 'Dear Ada,\n\nthe engine works.';
const place = { city: 'Springfield', provinceOrState: 'IL', postalOrZip: '62701', countryCode: 'US' } as const;
const ada = { name: 'Ada Lovelace', addressLine1: '12 Analytical Way', ...place };
const grace = { name: 'Grace Hopper', addressLine1: '2 Example Ave', ...place };

const { quoteId } = await letters.quoteLetter({ letterQuoteRequest: { country: 'US', text } });
const letterJobRequest = { quoteId, letter: { to: ada, from: grace, text } };
console.log('ordered', (await letters.createLetterJob({ letterJobRequest })).jobId);

const { bankAccountId: bankAccount } = await checks.registerBankAccount({
  bankAccountRequest: {
    ...{ nickname: 'Household', country: 'US', accountHolderName: 'Grace Hopper', bankName: 'First Example Bank' },
    ...{ routingNumber: '021000021', accountNumber: '73519284605' },
  },
});
const checkQuote = await checks.quoteCheck({ checkQuoteRequest: { country: 'US' } });
const check = { to: ada, from: grace, bankAccount, amountCents: 12_550 };
console.log(
  'ordered',
  (await checks.createCheckJob({ checkJobRequest: { quoteId: checkQuote.quoteId, check } })).jobId,
);

const faxQuote = await faxes.quoteFax({ faxQuoteRequest: { country: 'US', text } });
const fax = { toNumber: '+12125550305', text };
console.log('ordered', (await faxes.createFaxJob({ faxJobRequest: { quoteId: faxQuote.quoteId, fax } })).jobId);
