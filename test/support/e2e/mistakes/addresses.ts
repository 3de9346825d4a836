/** Typical mistakes in the addresses of a letter. */
import { ada, letter, type Mistake } from './requests.ts';

export const addresses: readonly Mistake[] = [
  [
    'addresses in snake case',
    'POST /jobs',
    letter(
      {},
      {
        to: {
          first_name: 'Ada',
          last_name: 'Lovelace',
          address_line1: ada.addressLine1,
          city: ada.city,
          state: 'IL',
          postal_code: ada.postalOrZip,
          country_code: 'US',
        },
      },
    ),
    400,
    'letter.to.addressLine1 is missing: send a string (street and number, or PO box). letter.to.countryCode is missing: send "US" or "CA". Not fields of this request: letter.to.first_name (did you mean firstName?), letter.to.last_name (lastName?), letter.to.address_line1 (addressLine1?), letter.to.state (provinceOrState?), letter.to.postal_code (postalOrZip?), letter.to.country_code (countryCode?).',
  ],
  [
    'zip',
    'POST /jobs',
    letter({ postalOrZip: undefined, zip: '62701' }),
    201,
    'letter.to.zip is not a field of this request and was ignored: did you mean postalOrZip? letter.to.postalOrZip is missing: mail without it may be late or returned.',
  ],
  [
    'no name',
    'POST /jobs',
    letter({ name: undefined }),
    400,
    'letter.to.firstName is missing: a contact needs at least one of firstName, companyName or name.',
  ],
  ['an empty city', 'POST /jobs', letter({ city: '' }), 400, 'letter.to.city must not be empty (city or town).'],
  [
    'a ZIP code as a number',
    'POST /jobs',
    letter({ postalOrZip: 62701 }),
    400,
    'letter.to.postalOrZip must be a string (ZIP code or postal code), and a number was sent: put it in quotes.',
  ],
  [
    'a ZIP code of another state',
    'POST /jobs',
    letter({ postalOrZip: '90210' }),
    201,
    'letter.to.postalOrZip belongs to another state than IL: please check both.',
  ],
  [
    'no state and no ZIP code',
    'POST /jobs',
    letter({ provinceOrState: undefined, postalOrZip: undefined }),
    201,
    'letter.to.postalOrZip is missing: mail without it may be late or returned. letter.to.provinceOrState is missing: mail without it may be late or returned.',
  ],
  [
    'an emoji in a name',
    'POST /jobs',
    letter({ name: 'Ada 🎂' }),
    201,
    'letter.to has characters that may not print (U+1F382): write the name and the address in Latin letters.',
  ],
  [
    'a very long street',
    'POST /jobs',
    letter({ addressLine1: 'x'.repeat(101) }),
    400,
    'letter.to.addressLine1 must have at most 100 characters.',
  ],
  [
    'a recipient abroad',
    'POST /jobs',
    letter({ countryCode: 'GB' }),
    400,
    'letter.to.countryCode must be "US" or "CA".',
  ],
  [
    'a recipient in the other country',
    'POST /jobs',
    letter({ countryCode: 'CA', provinceOrState: 'ON', postalOrZip: 'M5V 2T6' }),
    400,
    'letter.to.countryCode is CA, but the quote is for US: request a quote for CA and let the user approve its price.',
  ],
  [
    'a province that is none',
    'POST /jobs',
    { ...letter({ countryCode: 'CA', provinceOrState: 'Cascadia', postalOrZip: 'M5V 2T6' }), quote_id: '$canada' },
    400,
    'letter.to.provinceOrState is not a Canadian province or territory: send a two-letter code (AB, BC, MB, NB, NL, NS, NT, NU, ON, PE, QC, SK, YT) or its English or French name.',
  ],
];
