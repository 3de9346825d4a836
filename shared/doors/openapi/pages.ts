/** The other routes of the OpenAPI document: pages for people, webhooks, and documents about the service. */
import { productNames } from '../../core/product.ts';
import { capitalised } from '../../core/words.ts';
import { descriptors, isPaymentProvider } from '../../partners/catalogue.ts';
import { statusOfLink, statusOfOutcome } from '../http/problem.ts';
import type { Json } from './codes.ts';
import { ref } from './components.ts';
import { partnerEvents, paymentEvents } from './events.ts';
import type { Tag } from './operations.ts';
import { headersOf, refusalPages, refusalResponses } from './responses.ts';

/** Keys are routes, as the manifest writes them. */
export type Extras = Readonly<Record<string, { readonly tag: Tag } & Json>>;

const okResponse = (description: string, content: Json): Json => ({
  [statusOfOutcome.done]: { description, headers: headersOf(), content },
});

const text = { schema: { type: 'string' } };
const page = (description: string) => okResponse(description, { 'text/html': text });
const form = (schema: Json): Json => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema } },
});

/** The forms of a receipt for people. */
export const otherReceipts = (...types: readonly ('text/html' | 'application/pdf')[]): Json =>
  Object.fromEntries(
    types.map((type) => [type, type === 'text/html' ? text : { schema: { type: 'string', contentMediaType: type } }]),
  );

/** The routes to which partners and payment providers send their events. */
const webhooks: Extras = Object.fromEntries(
  descriptors.flatMap(({ name, title, events }) => {
    if (events === undefined) return [];
    const [signature] = events.headers;
    const event = { operationId: `receive${capitalised(name)}Event`, summary: events.summary, signature };
    const operation = isPaymentProvider(name)
      ? paymentEvents({ ...event, schema: `${title}Event` })
      : partnerEvents(event);
    return [[`POST /v1/webhooks/${name}`, { tag: 'service', ...operation }] as const];
  }),
);

/** The fields of the order form are those of the API by their paths, `to.city`. */
const ordering: Extras = {
  'GET /v1/new': {
    operationId: 'showOrderChoice',
    tag: 'pages',
    summary: 'A page on which a person chooses what to send.',
    responses: { ...page('The page.'), ...refusalPages([], { takesBody: false }) },
  },
  ...Object.fromEntries(
    productNames.flatMap((product) => [
      [
        `GET /v1/new/${product}`,
        {
          operationId: `show${capitalised(product)}Form`,
          tag: 'pages',
          summary: `A form on which a person without code orders a ${product}. It works without scripts.`,
          responses: { ...page('The form.'), ...refusalPages([], { takesBody: false }) },
        },
      ],
      [
        `POST /v1/new/${product}`,
        {
          operationId: `send${capitalised(product)}Form`,
          tag: 'pages',
          summary:
            'A button of that form: shows the pages and the exact price, goes back to the form, or places the order and leads to its pay page. Programs use the API.',
          requestBody: form({
            type: 'object',
            properties: {
              step: { type: 'string', enum: ['preview', 'edit', 'correct', 'pay'] },
              quote_id: { type: 'string', description: 'From the preview; also the idempotency key of the order.' },
            },
            additionalProperties: { type: 'string' },
          }),
          responses: {
            ...page('The preview, or the form with all that was typed.'),
            [statusOfLink]: { description: 'The order is placed: its pay page.', headers: headersOf() },
            ...refusalPages(['invalid_request', 'in_progress', 'rate_limited', 'unavailable'], { takesBody: true }),
          },
        },
      ],
    ]),
  ),
  'GET /v1/new/{quote_id}/pages/{page}': {
    operationId: 'showQuotedPage',
    tag: 'pages',
    summary: 'A picture of one page of a quoted document. Text is on paper once its order was previewed on the form.',
    responses: {
      ...okResponse('The picture.', { 'image/png': { schema: { type: 'string', contentMediaType: 'image/png' } } }),
      ...refusalPages(['not_found'], { takesBody: false }),
    },
  },
  'GET /v1/new/{quote_id}/proof.pdf': {
    operationId: 'showQuotedProof',
    tag: 'pages',
    summary: 'The same document as a PDF.',
    responses: {
      ...okResponse('The PDF.', {
        'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } },
      }),
      [statusOfLink]: { description: 'A large PDF: a link that lives for 15 minutes.', headers: headersOf() },
      ...refusalPages(['not_found'], { takesBody: false }),
    },
  },
};

export const extras: Extras = {
  ...ordering,
  'GET /v1/pay/{code}': {
    operationId: 'showPayPage',
    tag: 'pages',
    summary: 'The pay page: what will be sent, to whom, at which price, and how it stands. It leads to the payment.',
    responses: { ...page('The page.'), ...refusalPages(['not_found'], { takesBody: false }) },
  },
  'GET /v1/pay/{code}/paid': {
    operationId: 'showPaidPage',
    tag: 'pages',
    summary:
      'The pay page for a payer who comes back from paying: the payment provider is asked at once, and the page loads itself again until the payment is confirmed. Calling it pays for nothing.',
    parameters: [
      {
        name: 'n',
        in: 'query',
        description: 'How often the page has loaded itself.',
        schema: { type: 'integer', minimum: 0 },
      },
    ],
    responses: { ...page('The page.'), ...refusalPages(['not_found'], { takesBody: false }) },
  },
  'POST /v1/pay/{code}/address': {
    operationId: 'chooseAddress',
    tag: 'pages',
    summary:
      'A button of the pay page: takes the corrected address of the recipient, or confirms the address as ordered, before the payment. Programs send `accept_address` with the job.',
    requestBody: form({
      type: 'object',
      properties: {
        choice: { type: 'string', enum: ['suggested', 'ordered'] },
        token: { type: 'string', description: 'Stands in the form of the page alone.' },
      },
      required: ['choice', 'token'],
    }),
    responses: {
      [statusOfLink]: { description: 'The pay page, with the address that is printed now.', headers: headersOf() },
      ...refusalPages(['invalid_request', 'not_found', 'rate_limited', 'unavailable'], { takesBody: true }),
    },
  },
  'POST /v1/pay/{code}/emails': {
    operationId: 'chooseEmails',
    tag: 'pages',
    summary:
      'A button of the pay page, where the service writes e-mails: leads to the payment, with the payer’s tick for e-mails or without it, or ends all e-mails about the order. Programs send `notify` with the job.',
    requestBody: form({
      type: 'object',
      properties: {
        step: { type: 'string', enum: ['pay', 'stop'] },
        emails: {
          type: 'string',
          enum: ['yes'],
          description: 'The tick: the address that the payer gives on the payment page is written to.',
        },
        token: { type: 'string', description: 'Stands in the forms of the page alone.' },
      },
      required: ['step', 'token'],
    }),
    responses: {
      [statusOfLink]: {
        description: 'The payment page, or the pay page if there is nothing to pay.',
        headers: headersOf(),
      },
      ...refusalPages(['invalid_request', 'not_found', 'rate_limited'], { takesBody: true }),
    },
  },
  'GET /v1/pay/{code}/cancel': {
    operationId: 'askToCancelOrder',
    tag: 'pages',
    summary: 'Asks whether a paid order is to be cancelled, or says why it no longer can be.',
    responses: { ...page('The page.'), ...refusalPages(['not_found'], { takesBody: false }) },
  },
  'POST /v1/pay/{code}/cancel': {
    operationId: 'cancelOrder',
    tag: 'pages',
    summary:
      'The button of that page: stops the order while it can be stopped, and refunds it to the card or account it came from. Programs use cancelJob.',
    requestBody: form({
      type: 'object',
      properties: { token: { type: 'string', description: 'From the form of the page.' } },
      required: ['token'],
    }),
    responses: {
      ...page('What has become of the order: cancelled, or why not.'),
      ...refusalPages(['invalid_request', 'not_found', 'rate_limited', 'unavailable'], { takesBody: true }),
    },
  },
  'GET /v1/emails/stop/{token}': {
    operationId: 'askToStopEmails',
    tag: 'pages',
    summary: 'The page behind the link of every e-mail: asks whether to stop all e-mails to its reader.',
    responses: { ...page('The page.'), ...refusalPages(['not_found'], { takesBody: false }) },
  },
  'POST /v1/emails/stop/{token}': {
    operationId: 'stopEmails',
    tag: 'pages',
    summary:
      'The button of that page: no e-mail goes to this reader any more, whatever it is about. Mail programs post here by one click (RFC 8058).',
    requestBody: form({
      type: 'object',
      properties: {
        wish: { type: 'string', enum: ['resume'], description: 'Begins the e-mails again. Without it they end.' },
        'List-Unsubscribe': { type: 'string', description: 'One-Click, as mail programs send it.' },
      },
    }),
    responses: {
      ...page('What has become of it.'),
      ...refusalPages(['invalid_request', 'not_found'], { takesBody: true }),
    },
  },
  'GET /v1/pay/{code}/receipt': {
    operationId: 'showReceipt',
    tag: 'pages',
    summary: 'The receipt as a page to print and file, in the reader’s language.',
    responses: { ...page('The page.'), ...refusalPages(['not_found', 'rate_limited'], { takesBody: false }) },
  },
  'GET /v1/pay/{code}/receipt.pdf': {
    operationId: 'showReceiptAsPdf',
    tag: 'pages',
    summary: 'The same as a PDF of one page, with the signed receipt in it.',
    responses: {
      ...okResponse('The PDF.', otherReceipts('application/pdf')),
      ...refusalPages(['not_found', 'rate_limited'], { takesBody: false }),
    },
  },
  'GET /v1/pay/{code}/receipt.json': {
    operationId: 'showReceiptAsJson',
    tag: 'pages',
    summary: 'The signed receipt without `job_id`.',
    responses: {
      ...okResponse('The receipt as of now.', { 'application/json': { schema: { type: 'object' } } }),
      ...refusalPages(['not_found', 'rate_limited'], { takesBody: false }),
    },
  },
  'GET /v1/verify': {
    operationId: 'showVerification',
    tag: 'pages',
    summary: 'A page that verifies receipts. Where the browser can, nothing is sent.',
    responses: { ...page('The page.'), ...refusalPages([], { takesBody: false }) },
  },
  'POST /v1/verify': {
    operationId: 'verifyReceipt',
    tag: 'pages',
    summary: 'What the form of that page sends: a receipt, and a document to compare with it. Neither is kept.',
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: {
              receipt: { type: 'string', description: 'JSON, a compact JWS, or the address behind a QR code.' },
              receipt_file: { type: 'string', description: 'The PDF or the JSON.' },
              document: { type: 'string', description: 'Compared with the hashes in the receipt.' },
            },
          },
        },
      },
    },
    responses: {
      ...page('Genuine or not, by which key, and whether the document is the one that was sent.'),
      ...refusalPages(['invalid_request', 'rate_limited'], { takesBody: true }),
    },
  },
  'GET /v1/pay/{code}/pages/{page}': {
    operationId: 'showPreview',
    tag: 'pages',
    summary: 'A picture of one page of what will be sent.',
    responses: {
      ...okResponse('The picture.', { 'image/png': { schema: { type: 'string', contentMediaType: 'image/png' } } }),
      ...refusalPages(['not_found'], { takesBody: false }),
    },
  },
  'GET /v1/pay/{code}/proof.pdf': {
    operationId: 'showProof',
    tag: 'pages',
    summary: 'The document as the partner will get it.',
    responses: {
      ...okResponse('The PDF.', {
        'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } },
      }),
      [statusOfLink]: { description: 'A large PDF: a link that lives for 15 minutes.', headers: headersOf() },
      ...refusalPages(['not_found'], { takesBody: false }),
    },
  },
  'GET /v1/checkout/{session_id}': {
    operationId: 'showTestCheckout',
    tag: 'pages',
    summary: 'Test mode’s stand-in for the payment provider’s page.',
    responses: { ...page('The page.'), ...refusalPages(['not_found'], { takesBody: false }) },
  },
  'POST /v1/checkout/{session_id}': {
    operationId: 'endTestCheckout',
    tag: 'pages',
    summary: 'A button of that page: pay, decline or let the page expire. Nothing real is charged.',
    requestBody: form({
      type: 'object',
      properties: { action: { type: 'string', enum: ['pay', 'decline', 'expire'] } },
      required: ['action'],
    }),
    responses: {
      ...page('The page, and what has come of it.'),
      ...refusalPages(['invalid_request', 'not_found'], { takesBody: true }),
    },
  },
  'GET /v1/uploads/{upload_id}': {
    operationId: 'openUpload',
    tag: 'pages',
    summary: 'The `pdf_url` of an upload, opened in a browser: leads to the page on which its file is attached.',
    responses: {
      [statusOfLink]: { description: 'The page.', headers: headersOf() },
      ...refusalPages(['not_found', 'rate_limited'], { takesBody: false }),
    },
  },
  'GET /v1/uploads/{upload_id}/attach': {
    operationId: 'showAttachPage',
    tag: 'pages',
    summary:
      'A page on which a person attaches a file of at most 20 MB. Its form goes straight to the store, and works without scripts.',
    parameters: [
      {
        name: 'etag',
        in: 'query',
        description: 'Set by the store when it leads back to the page: the file has arrived.',
        schema: { type: 'string' },
      },
    ],
    responses: {
      ...page('The form, or how far the upload is.'),
      [statusOfLink]: { description: 'The file has arrived, and its form is filled in next.', headers: headersOf() },
      ...refusalPages(['not_found', 'rate_limited'], { takesBody: false }),
    },
  },
  'GET /v1/bank-accounts/new': {
    operationId: 'showBankAccountForm',
    tag: 'pages',
    summary: 'A form on which the owner of a bank account registers it, so that its numbers stay out of chats.',
    responses: { ...page('The form.'), ...refusalPages([], { takesBody: false }) },
  },
  'POST /v1/bank-accounts/new': {
    operationId: 'sendBankAccountForm',
    tag: 'pages',
    summary: 'What the form sends; the page that comes back shows the id to draw checks on.',
    requestBody: form(ref('BankAccountRequest')),
    responses: {
      ...page('Registered: the page shows the id.'),
      ...refusalPages(['invalid_request', 'rate_limited', 'unavailable'], { takesBody: true }),
    },
  },
  'GET /v1/bank-accounts/remove': {
    operationId: 'showBankAccountRemoval',
    tag: 'pages',
    summary: 'A form that asks for the id of a bank account to remove.',
    responses: { ...page('The form.'), ...refusalPages([], { takesBody: false }) },
  },
  'POST /v1/bank-accounts/remove': {
    operationId: 'sendBankAccountRemoval',
    tag: 'pages',
    summary: 'What that form sends: first the id, then also a yes. Only then is the account removed.',
    requestBody: form({
      type: 'object',
      properties: { bank_account_id: { type: 'string' }, confirmed: { type: 'string', enum: ['yes'] } },
      required: ['bank_account_id'],
    }),
    responses: {
      ...page('The question, or that it is removed.'),
      ...refusalPages(['invalid_request', 'not_found', 'rate_limited', 'unavailable'], { takesBody: true }),
    },
  },
  ...webhooks,
  'GET /v1/openapi.json': {
    operationId: 'showOpenapi',
    tag: 'service',
    summary: 'This document.',
    responses: {
      ...okResponse('OpenAPI 3.1.', { 'application/json': { schema: { type: 'object' } } }),
      ...refusalResponses([], { takesBody: false }),
    },
  },
  'GET /v1/llms.txt': {
    operationId: 'showLlms',
    tag: 'service',
    summary: 'The service on one page, for language models: what it does, its prices, both doors, the order of calls.',
    responses: { ...okResponse('Markdown.', { 'text/plain': text }), ...refusalResponses([], { takesBody: false }) },
  },
  'GET /v1/docs': {
    operationId: 'showDocs',
    tag: 'service',
    summary: 'The documentation: a first letter, and where everything stands.',
    parameters: [{ name: 'q', in: 'query', description: 'Words to search all pages for.', schema: { type: 'string' } }],
    responses: {
      ...page('The page, or the sections that have all of the words.'),
      ...refusalPages([], { takesBody: false }),
    },
  },
  'GET /v1/docs.md': {
    operationId: 'showDocsAsMarkdown',
    tag: 'service',
    summary: 'The same page as Markdown.',
    responses: { ...okResponse('Markdown.', { 'text/markdown': text }), ...refusalPages([], { takesBody: false }) },
  },
  'GET /v1/docs/{page}': {
    operationId: 'showDocsPage',
    tag: 'service',
    summary: 'One page of the documentation, `errors`; as Markdown with `.md` behind its name.',
    responses: {
      ...okResponse('The page.', { 'text/html': text, 'text/markdown': text }),
      ...refusalPages(['not_found'], { takesBody: false }),
    },
  },
  'GET /v1/llms-full.txt': {
    operationId: 'showLlmsFull',
    tag: 'service',
    summary: 'The whole documentation in one text, for language models.',
    responses: { ...okResponse('Markdown.', { 'text/plain': text }), ...refusalPages([], { takesBody: false }) },
  },
};

/** Routes that the document leaves out, and why. MCP has a door of its own and describes itself. */
export const leftOut: readonly (readonly [route: RegExp, why: string])[] = [
  [/^\$default$/, 'what no route takes is unknown'],
  [/^OPTIONS /, 'browsers ask by themselves'],
  [/^GET \/llms(-full)?\.txt$/, 'they are the same as below /v1'],
  [/^GET \/(v1)?$/, 'the home page lies beside all paths below /v1'],
  [/^GET \/favicon\.ico$/, 'browsers find it by themselves'],
  [/^(GET|HEAD) \/(robots\.txt$|\.well-known\/)/, 'crawlers and clients find them by themselves'],
];
