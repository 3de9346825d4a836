/** Addresses as people write them, on one line with commas or on the lines of an envelope. The people are invented. */
import { maxWrittenLength } from '../../shared/domain/address.ts';
import { misreadings, readWrittenAddress } from '../../shared/domain/addresses/written-address.ts';

/** `name|company|line 1|line 2|city|region|code|country`, with missing parts left empty; or the problem. */
function readingOf(text: string): string {
  const result = readWrittenAddress(text);
  if ('problem' in result) return result.problem;
  const { name, companyName, addressLine1, addressLine2, city, provinceOrState, postalOrZip, countryCode } = result;
  const parts = [name, companyName, addressLine1, addressLine2, city, provinceOrState, postalOrZip, countryCode];
  return parts.map((part) => part ?? '').join('|');
}

/** The rows of a table, each split at the first separator. A literal \n in a row is a line break. */
const rows = (table: string, separator: string): [string, string][] =>
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [first = '', ...rest] = row
        .replace(/\\([nrt])/g, (_, code: string) => ({ n: '\n', r: '\r', t: '\t' })[code] ?? '')
        .split(separator);
      return [first, rest.join(separator)];
    });

const adaInAlbany = 'Ada Lovelace||12 Main St||Albany|NY|12207|US';

/** Addresses in the format of `readingOf`, without the country, which follows from the ZIP or postal code. */
const inOrder = [
  'Maria Gonzalez||1422 W. Fullerton Ave.|Apt. 3R|Chicago|IL|60614',
  "James T. O'Neill||88-19 Parsons Blvd|Apt 4F|Jamaica|NY|11432",
  'Dr. Susan Lee, M.D.|Lakeside Medical Group|3300 N. Oakland Avenue|Suite 210|Milwaukee|WI|53211-2931',
  'Robert Johnson||PO Box 1187||Bozeman|MT|59771',
  'Linda Smith||RR 2 Box 45A||Wellsboro|PA|16901',
  'Linda Smith||RR 2|Box 45A|Wellsboro|PA|16901',
  'SSG John Doe||PSC 802 Box 74||APO|AE|09499-0074',
  'CPT Jane Roe||CMR 415 Box 3318||APO|AE|09114',
  'Seaman Joseph Doe||Unit 100100|Box 4120|FPO|AP|96691',
  'Wells Fargo Bank, N.A.||420 Montgomery Street||San Francisco|CA|94104',
  'Acme Corp|Attn: Accounts Payable|500 Industrial Pkwy|Dock 4|Reno|NV|89511',
  'Attn: Accounts Payable|Acme Corp|500 Industrial Pkwy||Reno|NV|89511',
  'Environment Canada||351 St. Joseph Blvd||Gatineau|QC|K1A 0H3',
  'John Smith||10-123 Main Street W||Hamilton|ON|L8P 1H6',
  'John Smith||Site 6 Comp 12 RR 1||Fort St. John|BC|V1J 4M6',
  'John Smith||RR 1|Site 6, Comp 12|Fort St John|BC|V1J 4M6',
  'Eva Stone||321 Birch Ave||100 Mile House|BC|V0K 2E0',
  'Eva Stone||PO Box 99 Stn Main||Yellowknife|NT|X1A 2N1',
  'Eva Stone||General Delivery||Iqaluit|NU|X0A 0H0',
  'Eva Stone||GD STN A||Toronto|ON|M5V 2T6',
  'Eva Stone||PR SUCC A||Montréal|QC|H2X 1Y4',
  'Eva Stone||Boîte postale 123||Moncton|NB|E1C 8L9',
  'Eva Stone||Bag 500||Inuvik|NT|X0E 0T0',
  'Eva Stone||LOT 10 CONC 4 RR 6||Perth|ON|K7H 3C8',
  'Eva Stone||SS 2 SITE 4 COMP 10||Fort St. John|BC|V1J 4M7',
  'Eva Stone||12 Main St||Rocky View County|AB|T4A 0X2',
  'Microsoft Corporation||One Microsoft Way||Redmond|WA|98052-6399',
  '24 Hour Fitness||1265 Laurel Tree Lane||Carlsbad|CA|92011',
  '3M Company||3M Center|Building 220|St. Paul|MN|55144',
  '3M Company||2501 Hudson Rd|Bldg 220-9E|St. Paul|MN|55144',
  '7-Eleven, Inc.||3200 Hackberry Road||Irving|TX|75063',
  'Grace Hopper||N6W23001 Bluemound Road||Waukesha|WI|53188',
  'Grace Hopper||239 South 500 East||Salt Lake City|UT|84102',
  'Grace Hopper||450 W 300 N|#12|Provo|UT|84601',
  'Grace Hopper||1000 E 1700 S #5||Salt Lake City|UT|84105',
  'Grace Hopper||County Road 12||Crestone|CO|81131',
  'Grace Hopper||Highway 50 West||Gunnison|CO|81230',
  'Grace Hopper||14500 US Hwy 19 N|Lot 33|Clearwater|FL|33764',
  'Grace Hopper||12 Main St||Sault Ste. Marie|MI|49783',
  'Grace Hopper|Rosewood Estates|12 Main St||Albany|NY|12207',
  'Grace Hopper||12 Main St|Rosewood Estates|Albany|NY|12207',
  'Grace Hopper||12 Main St|4th Floor|New York|NY|10001',
  'Urb Las Gladiolas||150 Calle A||San Juan|PR|00926-3232',
  'Luis Rivera|Urb. Las Gladiolas|150 Calle A||San Juan|PR|00926-3232',
  'Luis Rivera||Carr 2 Km 48.3||Manati|PR|00674',
  'Grace Hopper||12 Main St|PO Box 77|Albany|NY|12207',
  'Grace Hopper c/o Ada Lovelace||12 Main St||Albany|NY|12207',
  'Grace Hopper|c/o Ada Lovelace|12 Main St||Albany|NY|12207',
  'First National Bank||1 Main St||Truth or Consequences|NM|87901',
  'Grace Hopper||12 rue Principale||Saint-Louis-du-Ha! Ha!|QC|G0L 3S0',
  'Grace Hopper||12 Ch. du Lac||Ste-Agathe-des-Monts|QC|J8C 1A1',
  'Grace Hopper||12 Main St E|Suite 100-A|E Orange|NJ|07017',
  'Grace Hopper||1 Main St||N Las Vegas|NV|89030',
  'Grace Hopper|Department of Chemistry|259 East Ave|Baker Laboratory, Room 12|Ithaca|NY|14853',
  'Mr. and Mrs. Smith||12 Main St||Albany|NY|12207',
  'Smith Jones, LLP||12 Main St||Albany|NY|12207',
  'Ada Lovelace||12A Main St||Albany|NY|12207',
  'Ada Lovelace||Main St||Albany|NY|12207',
  'Ada Lovelace||P. O. Box 12||Albany|NY|12207',
  'Ada Lovelace||Box 12||Albany|NY|12207',
  'Ada Lovelace||Post Office Box 12||Albany|NY|12207',
  'Ada Lovelace||PO Drawer 12||Albany|NY|12207',
  'Ada Lovelace||12 Broadway||New York City|NY|10004',
  'Ada Lovelace||1 Dr Carlton B Goodlett Pl||San Francisco|CA|94102',
  'Ada Lovelace||12 Ave of the Americas||New York|NY|10013',
  'Ada Lovelace||12 W 34th St||New York|NY|10001',
  'Ada Lovelace||12 Main St||Los Angeles|CA|90012',
  "Ada Lovelace||12 Main St||St. John's|NL|A1C 5S7",
  'Ada Lovelace||12 Kūhiō Hwy||Kapaʻa|HI|96746',
  'Ada Lovelace||12 Main St||Ninety Six|SC|29666',
  'Ada||12 Main St||Albany|NY|12207',
  'Ada Lovelace||12 Main St. #4||Albany|NY|12207',
  'Ada Lovelace||12 Main St.|2nd Flr. Rear|Albany|NY|12207',
  'Ada Lovelace||12 Main St|Mail Stop 4-B|Albany|NY|12207',
  'Ada Lovelace|MS 4-B|12 Main St||Albany|NY|12207',
  'Ada Lovelace||12 Main St|Ste 5 PMB 123|Albany|NY|12207',
  'Ada Lovelace||12 Main St||Albany|NY|12207',
  'Jane Doe|In care of Bob Roe|12 Main St||Albany|NY|12207',
  'Bill Wong||#205 - 8888 Odlin Cres||Richmond|BC|V6X 3Z8',
  'Bill Wong||Unit 205 – 8888 Odlin Cres||Richmond|BC|V6X 3Z8',
  'Bill Wong||Apt. 5-123A Main St||Richmond|BC|V6X 3Z8',
  'Bill Wong||86 Chambers St|Third Floor|New York|NY|10007',
  'Bill Wong||86 Chambers St|Lower Level|New York|NY|10007',
];

test.each(inOrder)('%s is read from one line with commas, and from the lines of an envelope', (address) => {
  const parts = address.split('|');
  const above = parts.slice(0, 4).filter(Boolean);
  const [city, region, code = ''] = parts.slice(4);
  const reading = `${address}|${/^\d/.test(code) ? 'US' : 'CA'}`;
  expect(readingOf([...above, city, `${region} ${code}`].join(', '))).toBe(reading);
  expect(readingOf([...above, `${city}, ${region} ${code}`].join('\n'))).toBe(reading);
});

/** `text => reading` */
const readings = rows(
  String.raw`
robert johnson, p.o. box 1187, bozeman, mt 59771 => robert johnson||p.o. box 1187||bozeman|MT|59771|US
SSG John Doe, Unit 2050 Box 4190, APO AP 96278-2050 => SSG John Doe||Unit 2050 Box 4190||APO|AP|96278-2050|US
CPT Jane Roe, USS Gerald R Ford, FPO AE 09523 => CPT Jane Roe||USS Gerald R Ford||FPO|AE|09523|US
The White House, 1600 Pennsylvania Avenue, N.W., Washington, D.C. 20500 => The White House||1600 Pennsylvania Avenue N.W.||Washington|DC|20500|US
Sammy Davis, Jr., 151 El Camino Dr, Beverly Hills, California 90212 => Sammy Davis, Jr.||151 El Camino Dr||Beverly Hills|CA|90212|US
Jean Tremblay, 1234, rue Sainte-Catherine Ouest, app. 5, Montréal (Québec) H3G 1P1 => Jean Tremblay||1234, rue Sainte-Catherine Ouest|app. 5|Montréal|QC|H3G 1P1|CA
Marie-Ève Côté, C.P. 1234, succ. Centre-Ville, Québec (Québec) G1R 4S7 => Marie-Ève Côté||C.P. 1234|succ. Centre-Ville|Québec|QC|G1R 4S7|CA
Marie Côté, 45 boul. René-Lévesque E., 3e étage, Québec QC G1R 2A9 => Marie Côté||45 boul. René-Lévesque E.|3e étage|Québec|QC|G1R 2A9|CA
Ville de Gatineau, 25, rue Laurier, Gatineau (Québec) J8X 4C8, CANADA => Ville de Gatineau||25, rue Laurier||Gatineau|QC|J8X 4C8|CA
John Smith, 10-123 1/2 Main Street NW, Calgary AB T2N 1K4 => John Smith||10-123 1/2 Main Street NW||Calgary|AB|T2N 1K4|CA
Grace Hopper, 55 County Rd 12 S, Monte Vista CO 81144 => Grace Hopper||55 County Rd 12 S||Monte Vista|CO|81144|US
Grace Hopper, 12 Main St, Apt 4, Saint Louis, Mo. 63101 => Grace Hopper||12 Main St|Apt 4|Saint Louis|MO|63101|US
Grace Hopper, 12 Main St, Winston-Salem, N.C. 27101 => Grace Hopper||12 Main St||Winston-Salem|NC|27101|US
Grace Hopper, 12 Main St, Charleston, W.Va. 25301 => Grace Hopper||12 Main St||Charleston|WV|25301|US
Grace Hopper, 12 Main St, Charleston, West Virginia 25301 => Grace Hopper||12 Main St||Charleston|WV|25301|US
Grace Hopper, Apt 4, 12 Main St, Albany, NY 12207 => Grace Hopper||12 Main St|Apt 4|Albany|NY|12207|US
Grace Hopper, 12 Main St, Floor 4, Suite 401, New York, New York 10001 => Grace Hopper||12 Main St|Floor 4, Suite 401|New York|NY|10001|US
Luis Rivera, HC 1 Box 5023, Ciales, Puerto Rico 00638 => Luis Rivera||HC 1 Box 5023||Ciales|PR|00638|US
Grace Hopper,12 Main St,Apt 4,Albany,NY,12207 => Grace Hopper||12 Main St|Apt 4|Albany|NY|12207|US
> **Grace   Hopper** ,\n>\t12 Main St \n> Albany ,  NY\t12207   => Grace Hopper||12 Main St||Albany|NY|12207|US
- Grace Hopper\n- 12 Main St\n- Albany, NY 12207 => Grace Hopper||12 Main St||Albany|NY|12207|US
Grace Hopper; 12 Main St; Albany; NY 12207. => Grace Hopper||12 Main St||Albany|NY|12207|US
Grace Hopper, 12 Main St, c/o Ada Lovelace, Albany, NY 12207 => Grace Hopper|c/o Ada Lovelace|12 Main St||Albany|NY|12207|US
Grace Hopper, 12 chemin de la Côte-Sainte-Catherine, Ste Anne de Bellevue QC H9X 1A1 => Grace Hopper||12 chemin de la Côte-Sainte-Catherine||Ste Anne de Bellevue|QC|H9X 1A1|CA
Ada Lovelace, 12th Floor Tavern, 12 Main St, Albany, NY 12207 => Ada Lovelace||12 Main St|12th Floor Tavern|Albany|NY|12207|US
Ada Lovelace, 12 King St, Toronto, Ontario, Canada M5V 2T6 => Ada Lovelace||12 King St||Toronto|ON|M5V 2T6|CA
Ada Lovelace, 12 King St, Toronto, ON m5v2t6, CA => Ada Lovelace||12 King St||Toronto|ON|M5V 2T6|CA
Ada Lovelace, 12 Main St, Los Angeles, CA 90012, US => Ada Lovelace||12 Main St||Los Angeles|CA|90012|US
Ada Lovelace, 12 Water St, Charlottetown, P.E.I. C1A 1A1 => Ada Lovelace||12 Water St||Charlottetown|PE|C1A 1A1|CA
Ada Lovelace, 12 Hwy 31, W. White House TN 37188 => Ada Lovelace||12 Hwy 31||W. White House|TN|37188|US
Ada Lovelace, Dept. 472, PO Box 4458, Houston, TX 77210-4458 => Ada Lovelace||PO Box 4458|Dept. 472|Houston|TX|77210-4458|US
Ada Lovelace, PMB 123, 12 Main St, Albany, NY 12207 => Ada Lovelace||12 Main St|PMB 123|Albany|NY|12207|US
Ada Lovelace,\n12 Main St,\nAlbany, NY 12207,\nUSA => Ada Lovelace||12 Main St||Albany|NY|12207|US
Acme, Inc.\r\n12 Main St, Apt 4\r\nAlbany NY 12207\r\nUSA => Acme, Inc.||12 Main St, Apt 4||Albany|NY|12207|US
Ada Lovelace\n12 Main St\nApt 4\nToronto ON  M5V 2T6\nCanada => Ada Lovelace||12 Main St|Apt 4|Toronto|ON|M5V 2T6|CA
Ada\nAcme\n12 Main St\nAlbany, NY 12207 => Ada|Acme|12 Main St||Albany|NY|12207|US
Lovelace, Ada\n12 Main St\nAlbany, NY 12207 => Lovelace, Ada||12 Main St||Albany|NY|12207|US
Ada Lovelace\n12 Main St\nAlbany\nNY\n12207 => Ada Lovelace||12 Main St||Albany|NY|12207|US
Ada Lovelace\n12 Main St, Albany, NY 12207 => Ada Lovelace||12 Main St||Albany|NY|12207|US
Ada Lovelace, 12 Main St\nAlbany, NY 12207 => Ada Lovelace||12 Main St||Albany|NY|12207|US
ATTN JANE DOE\nACME WIDGETS LLC\n100 INDUSTRIAL RD STE 5\nNEWARK NJ 07114-1234 => ATTN JANE DOE|ACME WIDGETS LLC|100 INDUSTRIAL RD STE 5||NEWARK|NJ|07114-1234|US
Jane Doe\nAcme Widgets, LLC\nSuite 500\n100 Industrial Rd\nNewark, NJ 07114 => Jane Doe|Acme Widgets, LLC|100 Industrial Rd|Suite 500|Newark|NJ|07114|US
M. Jean Tremblay\n1234, rue Saint-Denis, app. 5\nMontréal (Québec)  H2X 1Y4 => M. Jean Tremblay||1234, rue Saint-Denis, app. 5||Montréal|QC|H2X 1Y4|CA
Jane Doe\nUSCGC Hamilton\nFPO AP 96667-3931 => Jane Doe||USCGC Hamilton||FPO|AP|96667-3931|US
Jane Doe\nCompany B\n2nd Infantry Division\nUnit 15041\nAPO AP 96258 => Jane Doe|Company B|2nd Infantry Division|Unit 15041|APO|AP|96258|US
Jane Doe\n\n  12 Main St \t\n\nAlbany,   NY   12207  \n => Jane Doe||12 Main St||Albany|NY|12207|US
Jane Doe\n405, rue Sainte-Catherine Est\nMontréal\nQuébec\nH2L 2C4\nCanada => Jane Doe||405, rue Sainte-Catherine Est||Montréal|QC|H2L 2C4|CA
Jane Doe\n12 Main St\nAlbany, New York, 12207-1234\nUnited States => Jane Doe||12 Main St||Albany|NY|12207-1234|US
Jane Doe, 12 Main St, Suite 100 - 5 Star Realty, Albany, NY 12207 => Jane Doe||12 Main St|Suite 100 - 5 Star Realty|Albany|NY|12207|US
Jane Doe\nSuite 100 - 5 Star Realty\n12 Main St\nAlbany, NY 12207 => Jane Doe||12 Main St|Suite 100 - 5 Star Realty|Albany|NY|12207|US
Jane Doe, Suite 100 - 5 Queen, Toronto, ON M5H 1A1 => Jane Doe||Suite 100 - 5 Queen||Toronto|ON|M5H 1A1|CA
Jane Doe\n123 Main St.\nSuite 400\n4th Floor\nAlbany, NY 12207 => Jane Doe||123 Main St.|Suite 400, 4th Floor|Albany|NY|12207|US
Jane Doe\n12 Main St\nBrooklyn, New York, NY 11201 => Jane Doe||12 Main St|Brooklyn|New York|NY|11201|US
Ada Lovelace, 12 Main St, Box Elder, SD 57719 => Ada Lovelace||12 Main St||Box Elder|SD|57719|US
Ada Lovelace, GD, Iqaluit NU X0A 0H0 => Ada Lovelace||GD||Iqaluit|NU|X0A 0H0|CA
`,
  ' => ',
);

test.each(readings)('%j is read as %s', (text, reading) => {
  expect(readingOf(text)).toBe(reading);
});

/** `misreading: text` */
const refused = rows(
  String.raw`
nameParted: Smith, John, 12 Main St, Albany, NY 12207
nameParted: IBM, Research Division, 1101 Kitchawan Rd, Yorktown Heights, NY 10598
nameParted: Smith, Jones & Co., 12 Main St, Albany, NY 12207
nameParted: Lovelace, Ada K., PhD, 12 Main St, Albany, NY 12207
city: Grace Hopper, 12 Main St, One Two Three Four Five Six, NY 12207
city: Grace Hopper, 12 Main St Albany, NY 12207
city: Grace Hopper 12 Main St Albany NY 12207
city: Grace Hopper, 4411 Stone Way North, Seattle, King County, WA 98103
city: Grace Hopper, 12 Elm St, Leamington, Essex County, ON N8H 1A1
city: Grace Hopper, 12 Main St, Suite 4 Albany, NY 12207
city: Grace Hopper, 12 Main St, NW Atlanta, GA 30303
city: Grace Hopper, 12 Main St, Apt B Alpharetta, GA 30004
city: Grace Hopper, 12, Creek Drive Burnaby BC V5C 6C6
city: Grace Hopper, 405, rue Sainte-Catherine Est Montréal (Québec) H2L 2C4
city: Ada Lovelace, 12 Broadway, New York 10004
city: Jane Doe | 12 Main St | Albany, NY 12207
street: Grace Hopper 12 Main St, Albany, NY 12207
street: CMR 415 Box 3333, APO AE 09114
street: Grace Hopper, Albany, NY 12207
street: Grace Hopper, Acme Works, Albany, NY 12207
street: Internal Revenue Service, Kansas City, MO 64999-0002
street: Ada Lovelace, POB 12, Albany, NY 12207
street: Ada Lovelace, 2 Floor St, Albany, NY 12207
street: Ada Lovelace, Ste. 12, Albany, NY 12207
street: Jane Doe\nAlbany, NY 12207\nUSA
code: Grace Hopper, 12 Main St, Albany NY
code: Grace Hopper, 12 Main St, Billo
code: Ann Lee, 12 George St, Sydney, NSW 2000
code: Jane Doe\n12 Main St\nAlbany 12207\nNew York
code: Jane Doe\nPO Box 12345\nAlbany, NY
codeLetters: Grace Hopper, 12 Main St, Ottawa ON K1A OA6
codeLetters: Grace Hopper, 12 Main St, Ottawa ON KIA 0A6
codeLetters: Grace Hopper, 12 Main St, Albany, NY O1234
zip: Grace Hopper, 12 Main St, Albany, NY 02139
zip: Hans Meier, Invalidenstrasse 12, Berlin, DE 10115
abroad: Kim Lee, 1 Chome-2-3 Marunouchi, Chiyoda, Tokyo 100-0005, Japan
abroad: Pierre Dupont, 12 rue de Rivoli, Paris, 75001, France
abroad: Ann Lee, 5 High St, London, ON N6A 1A1, United Kingdom
abroad: Ada Lovelace, 10 Unter den Linden, Berlin, Germany 10117
abroad: Ada\n1 rue de Rivoli\n75001 Paris\nFRANCE
regionTwice: Grace Hopper, 12 Main St, Roswell, Georgia, GA 30075
regionTwice: Grace Hopper, 12 Main St, Memphis TN, TN 38103
streets: Grace Hopper, 12 Main St, 14 Side St, Albany, NY 12207
streets: Grace Hopper, 12 Main St, Suite 100 - 14 Side St, Albany, NY 12207
streets: Ada Lovelace, 4 Main St, 5 Points, Albany, NY 12207
name: 12 Main St Apt 4B, Albany, NY 12207
name: 12 Main St, Apt 4, Albany, NY 12207
name: 12 Main St, PO Box 9, Albany, NY 12207
more: Grace Hopper, 12 Main St, Albany, NY 12207, (518) 555-0199
more: Grace Hopper, (518) 555-0199, 12 Main St, Albany, NY 12207
more: Name: Grace Hopper, Address: 12 Main St, Albany, NY 12207
more: Jane Doe\n12 Main St\n(518) 555-0199\nAlbany, NY 12207
more: Jane Doe\n12 Main St\nAlbany, NY 12207\njane@example.com
region: Grace Hopper, 12 Main St, Unit 7 CA Long Beach 90807
names: Grace Hopper, Department of Chemistry, Baker Laboratory, 259 East Ave, Ithaca, NY 14853
country: Ada Lovelace, 12 Main St, Albany, NY 12207, Canada
`,
  ': ',
) as [keyof typeof misreadings, string][];

test.each([...refused, ['code', ''] as const, ['long', 'x'.repeat(maxWrittenLength + 1)] as const])(
  'an address is refused with the misreading "%s": %j',
  (misreading, text) => {
    expect(readingOf(text)).toBe(misreadings[misreading]);
  },
);

test.each([
  ['Ada Lovelace 12 Main St Albany NY 12207', 'US'],
  ['', 'US'],
  ['Ada Lovelace 12 King St Toronto M5H 1A1', 'CA'],
  ['Ada Lovelace, 12 King St, Toronto, Canada', 'CA'],
])('the error for %j has a readable example in %s', (text, countryCode) => {
  const { example = '' } = readWrittenAddress(text) as { readonly example?: string };
  expect(readWrittenAddress(example)).toMatchObject({ name: 'Ada Lovelace', countryCode });
});

test('an address as long as the limit is read', () => {
  const longest = 'Ada Lovelace, 12 Main St, Albany, NY 12207'.padEnd(maxWrittenLength);
  expect(readingOf(longest)).toBe(adaInAlbany);
});

test('invisible characters in an address are ignored', () => {
  expect(readingOf('\u202AAda Lovelace\u202C,\u00A012 Main St, Albany, NY 12207\u200B')).toBe(adaInAlbany);
});
