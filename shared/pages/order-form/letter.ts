/** The form on which a person orders a letter. */

import { address, dayField, mailOf, news, newsOfMail, placeOfMail, recipient, sender, writtenGroup } from './fields.ts';
import type { OrderForm } from './shape.ts';

export const letterForm: OrderForm = {
  title: { en: 'Write a letter', fr: 'Écrire une lettre' },
  description: {
    en: 'Printed on paper and mailed in an envelope.',
    fr: 'Imprimée sur papier et postée sous enveloppe.',
  },
  price: {
    en: 'One page costs {us} to the US and {ca} to Canada, before tax.',
    fr: 'Une page coûte {us} vers les États-Unis et {ca} vers le Canada, avant taxes.',
  },
  groups: [
    writtenGroup(
      { en: 'The letter', fr: 'La lettre' },
      {
        en: 'An empty line begins a new paragraph. Both addresses are added to the first page.',
        fr: 'Une ligne vide commence un nouveau paragraphe. Les deux adresses sont ajoutées à la première page.',
      },
    ),
    address('to', recipient),
    address('from', sender),
    {
      legend: { en: 'Options', fr: 'Options' },
      fields: [
        { name: 'color', label: { en: 'Print in color', fr: 'Imprimer en couleurs' }, kind: 'tick' },
        {
          name: 'registered',
          label: { en: 'Registered mail', fr: 'Courrier recommandé' },
          hint: {
            en: 'With tracking: certified in the US, with a signature in Canada.',
            fr: 'Avec repérage : certifié aux États-Unis, avec signature au Canada.',
          },
          kind: 'tick',
        },
        {
          name: 'address_page',
          label: { en: 'Addresses on a page of their own', fr: 'Adresses sur une page à part' },
          hint: {
            en: 'A page in front of your document, which then begins at the top. It counts as one page more.',
            fr: 'Une page devant votre document, qui commence alors en haut. Elle compte comme une page de plus.',
          },
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
