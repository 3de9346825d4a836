/** Other names of our fields: another spelling, or the word that assistants and other APIs send. */

/** Without case, underscores and hyphens. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  postalOrZip: ['zip', 'zipcode', 'postalcode', 'addresszip'],
  provinceOrState: ['state', 'province', 'addressstate'],
  province_or_state: ['state', 'province'],
  countryCode: ['country', 'addresscountry'],
  country: ['countrycode'],
  city: ['addresscity'],
  to: ['recipient', 'payee'],
  from: ['sender', 'returnaddress'],
  text: ['body', 'content', 'message'],
  attachments: ['attachment', 'enclosures'],
  pdf_url: ['pdf', 'pdfbase64', 'file', 'url', 'mediaurl', 'upload'],
  color: ['colour'],
  registered: ['certified', 'registeredmail', 'extraservice'],
  send_on: ['senddate', 'mailingdate', 'maildate', 'scheduledate', 'date'],
  to_number: ['fax', 'faxnumber', 'phone', 'phonenumber', 'number', 'to'],
  job_id: ['id', 'job', 'orderid'],
  max_total_cents: ['maxprice', 'maxtotal', 'maxcost', 'maxamount'],
  amount_cents: ['amount'],
  webhook_url: ['url', 'webhook'],
};

/** `address_line1`, `address-line1` and `addressLine1` are one. */
const folded = (name: string): string =>
  name
    .slice(0, 40)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** The known name of the same letters, or the one for which this is another word. */
export function sameName(name: string, known: readonly string[]): string | undefined {
  const bare = folded(name);
  return known.find((each) => folded(each) === bare) ?? known.find((each) => otherNames[each]?.includes(bare));
}
