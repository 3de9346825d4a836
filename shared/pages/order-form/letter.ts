/** The form on which a person orders a letter. */

import { address, dayField, mailOf, news, newsOfMail, placeOfMail, writtenGroup } from './fields.ts';
import type { OrderForm } from './shape.ts';

export const letterForm: OrderForm = {
  title: 'Write a letter',
  description: 'Printed on paper and mailed in an envelope.',
  price: 'One page costs {us} to the US and {ca} to Canada, before tax.',
  groups: [
    writtenGroup('The letter', 'An empty line begins a new paragraph. Both addresses are added to the first page.'),
    address('to', 'Recipient'),
    address('from', 'Sender'),
    {
      legend: 'Options',
      fields: [
        { name: 'color', label: 'Print in color', kind: 'tick' },
        {
          name: 'registered',
          label: 'Registered mail',
          hint: 'With tracking: certified in the US, with a signature in Canada.',
          kind: 'tick',
        },
        {
          name: 'address_page',
          label: 'Addresses on a page of their own',
          hint: 'A page in front of your document, which then begins at the top. It counts as one page more.',
          kind: 'tick',
        },
        dayField,
      ],
    },
    news(newsOfMail),
  ],
  placeOf: placeOfMail,
  optionsOf: ({ color, registered, address_page }) => ({
    color: color === 'yes',
    registered: registered === 'yes',
    address_page: address_page === 'yes',
  }),
  orderOf: mailOf,
};
