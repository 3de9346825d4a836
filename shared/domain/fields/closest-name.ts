/** The known name that a caller most likely meant: another style, another service's word, or a slip of the keys. */
const longest = 40;

/** Only letters and digits count: `address_line1`, `address-line1` and `addressLine1` are one. */
const folded = (name: string): string =>
  name
    .slice(0, longest)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Words of other mail and fax services, of shops and of British English, without case and underscores. */
const others: Readonly<Record<string, string>> = {
  addressLine1: 'address address1 addressstreet line1 street street1 streetaddress addr',
  addressLine2: 'address2 apartment apt line2 street2 suite unit',
  city: 'addresscity locality town',
  postalOrZip: 'addresszip postalcode postcode zip zipcode zippostal',
  provinceOrState: 'addressstate province region state stateprovince',
  province_or_state: 'province region state',
  countryCode: 'addresscountry country',
  country: 'countrycode',
  firstName: 'first forename givenname',
  lastName: 'familyname last surname',
  companyName: 'business company organisation organization',
  name: 'fullname recipientname',
  to: 'payee recipient toaddress',
  from: 'fromaddress returnaddress sender',
  color: 'colour colorprinting colourprinting incolor incolour',
  address_page: 'addresspage addressplacement blankpage coverpage insertblankpage',
  registered: 'certified certifiedmail extraservice recorded registeredmail',
  send_on: 'date deliverydate maildate mailingdate scheduledate scheduledfor sendafter sendat senddate',
  text: 'body content message plaintext',
  html: 'bodyhtml htmlbody htmlcontent',
  markdown: 'bodymarkdown commonmark markdownbody markdowntext md mdbody',
  attachments: 'attachedfiles attachment enclosure enclosures files inserts',
  pdf_url:
    'base64 contentbase64 document documenturl file filebase64 filedata fileurl link mediaurl pdf pdfbase64 pdfcontent pdfdata url',
  notify: 'callback callbackurl email notification notifications webhook webhooks webhookurl',
  webhook_url: 'callback callbackurl endpoint url webhook',
  webhook_secret: 'secret signingsecret',
  email: 'emailaddress mail to',
  language: 'lang locale',
  quote_id: 'quote',
  idempotency_key: 'key requestid',
  to_number: 'fax faxnumber number phone phonenumber to',
  bank_account: 'account accountid bankaccountid',
  amount_cents: 'amount cents value',
  nickname: 'accountname label',
  account_holder_name: 'accountholder holder holdername signatory',
  bank_name: 'bank',
  account_number: 'account',
  routing_number: 'aba routing',
  institution_number: 'institution',
  transit_number: 'branchnumber transit',
};

const wordsOf = new Map(Object.entries(others).map(([name, words]) => [name, new Set(words.split(' '))]));

/** The known name of the same letters, or for which this is a usual other word. */
export function sameName(given: string, known: readonly string[]): string | undefined {
  const bare = folded(given);
  return known.find((name) => foldedOnce(name) === bare) ?? known.find((name) => wordsOf.get(name)?.has(bare));
}

/** Names of schemas are few, and compared with each field of a request of thousands. */
const foldedNames = new Map<string, string>();

function foldedOnce(name: string): string {
  const known = foldedNames.get(name) ?? folded(name);
  foldedNames.set(name, known);
  return known;
}

/** The same, or a name that takes one or two keys to correct. */
export function closestName(given: string, known: readonly string[]): string | undefined {
  const bare = folded(given);
  const same = sameName(given, known);
  if (same !== undefined || bare.length < 4) return same;
  const most = bare.length < 8 ? 1 : 2;
  const near = known.map((name) => ({ name, keys: keysBetween(bare, foldedOnce(name)) }));
  return near.filter(({ keys }) => keys <= most).sort((a, b) => a.keys - b.keys)[0]?.name;
}

/** Letters to add, drop, change or swap with their neighbour (Damerau and Levenshtein). Both are short. */
function keysBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + cost,
        swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
