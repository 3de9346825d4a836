/** Addresses as people write them in one line, with and without commas, or in the lines of an envelope. All are invented. */
import { readWrittenAddress } from '../../shared/core/addresses/one-line.ts';

/** `name | company | line 1 | line 2 | city | region | code | country`, empty where there is none. */
function shown(text: string): string {
  const read = readWrittenAddress(text);
  if ('problem' in read) return read.problem;
  const { name, companyName, addressLine1, addressLine2, city, provinceOrState, postalOrZip, countryCode } = read;
  const parts = [name, companyName, addressLine1, addressLine2, city, provinceOrState, postalOrZip, countryCode];
  return parts.map((part) => part ?? '').join('|');
}

const ada = 'Ada Lovelace||12 Main St';
const albany = 'Albany|NY|12207|US';

test.each([
  // The end, in the forms that people and both posts use.
  ['Ada Lovelace, 12 Main St, Albany, NY 12207', `${ada}||${albany}`],
  ['Ada Lovelace, 12 Main St, Albany, NY, 12207', `${ada}||${albany}`],
  ['Ada Lovelace, 12 Main St, Albany NY 12207', `${ada}||${albany}`],
  ['Ada Lovelace; 12 Main St; Albany NY; 12207.', `${ada}||${albany}`],
  ['Ada Lovelace, 12 Main St, Albany. NY 12207', `${ada}||Albany.|NY|12207|US`],
  ['Ada Lovelace, 12 Main St, Albany, NY 122071234', `${ada}||Albany|NY|12207-1234|US`],
  ['Ada Lovelace, 12 Main St, Saint Louis, MO 631242055', `${ada}||Saint Louis|MO|63124-2055|US`],
  ['Ada Lovelace, 12 Main St, Albany, New York 12207 – 1234', `${ada}||Albany|New York|12207-1234|US`],
  ['Ada Lovelace, 12 Main St, Albany, N.Y. 12207, U.S.A.', `${ada}||Albany|N.Y.|12207|US`],
  ['Ada Lovelace, 12 Main St, Albany, NY 12207, United States of America', `${ada}||${albany}`],
  ['Ada Lovelace, 12 Main St, Albany, NY 12207 UNITED STATES US', `${ada}||${albany}`],
  ['Ada Lovelace, 12 Main St, Charleston, W. Va. 25301', `${ada}||Charleston|W. Va.|25301|US`],
  ['Ada Lovelace, 12 Main St, Charleston West Virginia 25301', `${ada}||Charleston|West Virginia|25301|US`],
  ['Ada Lovelace, 12 Main St, Miami, Fla. 33101', `${ada}||Miami|Fla.|33101|US`],
  ['Ada Lovelace, 12 Main St, Washington, D. C. 20500', `${ada}||Washington|D. C.|20500|US`],
  ['Ada Lovelace, 12 Main St, Kansas City, Kansas 66101', `${ada}||Kansas City|Kansas|66101|US`],
  ['Ada Lovelace, 12 Main St, New York, New York 10001', `${ada}||New York|New York|10001|US`],
  ['Ada Lovelace, 12 Main St, Roswell, Georgia, GA 30075', `${ada}||Roswell|GA|30075|US`],
  ['Ada Lovelace, 12 Main St, Roswell Georgia GA 30075', `${ada}||Roswell|GA|30075|US`],
  ['Ada Lovelace, 12 Main St, W Palm Beach, FL 33401', `${ada}||W Palm Beach|FL|33401|US`],
  ['Ada Lovelace, 12 Main St, Memphis TN, TN 38103', `${ada}||Memphis|TN|38103|US`],
  ['Ada Lovelace, 12 Main St, Cambridge MA 2139', `${ada}||Cambridge|MA|2139|US`],
  ['Ada Lovelace, 12 King St, Toronto, ON m5v2t6', 'Ada Lovelace||12 King St||Toronto|ON|M5V 2T6|CA'],
  ['Ada Lovelace, 12 King St, Toronto ON  M5V-2T6, Canada', 'Ada Lovelace||12 King St||Toronto|ON|M5V 2T6|CA'],
  ['Ada Lovelace, 12 King St, Toronto, Ont. M5V 2T6, CA', 'Ada Lovelace||12 King St||Toronto|Ont.|M5V 2T6|CA'],
  ['Ada Lovelace, 12 King St, Montréal, P.Q. H2X 1Y4', 'Ada Lovelace||12 King St||Montréal|P.Q.|H2X 1Y4|CA'],
  ['Ada Lovelace, 12 King St, Banff Alta. T1L 1K2', 'Ada Lovelace||12 King St||Banff|Alta.|T1L 1K2|CA'],
  // Names, firms, suffixes, units.
  ['Acme, Inc., 12 Main St, Albany, NY 12207', `Acme, Inc.||12 Main St||${albany}`],
  ['Sammy Davis, Jr., 12 Main St, Albany NY 12207', `Sammy Davis, Jr.||12 Main St||${albany}`],
  ['Ada Lovelace, Acme Works, 12 Main St, Albany, NY 12207', `Ada Lovelace|Acme Works|12 Main St||${albany}`],
  [
    'Ada Lovelace, Acme Works, 12 Main St, Suite 4, Albany NY 12207',
    `Ada Lovelace|Acme Works|12 Main St|Suite 4|${albany}`,
  ],
  ['Ada Lovelace, 12 Main, Ave., #4, Albany NY 12207', `Ada Lovelace||12 Main Ave.|#4|${albany}`],
  ['Ada Lovelace, 12 Main St, N.W., Apt 4, Albany NY 12207', `Ada Lovelace||12 Main St N.W.|Apt 4|${albany}`],
  ['Ada Lovelace, 12 Main St, Apt 4, Floor 2, Albany, NY 12207', `${ada}|Apt 4, Floor 2|${albany}`],
  ['Ada Lovelace, 12 Main St, Ste B Alpharetta, GA 30004', `${ada}|Ste B|Alpharetta|GA|30004|US`],
  ['Ada Lovelace, 12 Main St, NE Suite 2000 Atlanta, GA 30303', `${ada}|NE Suite 2000|Atlanta|GA|30303|US`],
  ['Ada Lovelace, 12 Main St, NW Atlanta, GA 30303', `${ada} NW||Atlanta|GA|30303|US`],
  ['Ada Lovelace, 12 Main St, Sault Ste Marie, MI 49783', `${ada}||Sault Ste Marie|MI|49783|US`],
  [
    'Ada Lovelace, 12, rue Saint-Denis, Montréal, QC H2X 1Y4',
    'Ada Lovelace||12, rue Saint-Denis||Montréal|QC|H2X 1Y4|CA',
  ],
  ['Ada Lovelace, 12, Creek Drive Burnaby BC V5C 6C6', 'Ada Lovelace||12, Creek Drive||Burnaby|BC|V5C 6C6|CA'],
  ['Ada Lovelace, 12 Main St, West Albany, NY 12207', `${ada}||West Albany|NY|12207|US`],
  ['Ada Lovelace, PO Box 12, Albany NY 12207', `Ada Lovelace||PO Box 12||${albany}`],
  ['Ada Lovelace, One Infinite Loop, Cupertino, CA 95014', 'Ada Lovelace||One Infinite Loop||Cupertino|CA|95014|US'],
  ['Ada Lovelace, PSC 3 Box 12, APO AE 09012', 'Ada Lovelace||PSC 3 Box 12||APO|AE|09012|US'],
  // No commas where a person would set them.
  ['Ada Lovelace 12 Main St Albany NY 12207', `${ada}||${albany}`],
  ['ADA LOVELACE 12 MAIN ST APT B ALBANY NY 12207', `ADA LOVELACE||12 MAIN ST APT B||ALBANY|NY|12207|US`],
  ['Ada Lovelace, 12 Main St Albany, NY 12207', `${ada}||${albany}`],
  ['Ada Lovelace 12 Main St, Albany, NY 12207', `${ada}||${albany}`],
  ['Ada Lovelace P.O. Box 12 Albany NY 12207', `Ada Lovelace||P.O. Box 12||${albany}`],
  ['Ada Lovelace 12 N Wells Chicago IL 60610', 'Ada Lovelace||12 N Wells||Chicago|IL|60610|US'],
  ['Ada Lovelace 12 Oak Dr St Louis MO 63118', 'Ada Lovelace||12 Oak Dr||St Louis|MO|63118|US'],
  ['Ada Lovelace 12 Main St West Palm Beach FL 33401', `${ada}||West Palm Beach|FL|33401|US`],
  ['Ada Lovelace 12 Main St South Albany NY 12207', `${ada} South||${albany}`],
  ['Ada Lovelace 12 Main St North Vancouver BC V7L 1A1', `${ada}||North Vancouver|BC|V7L 1A1|CA`],
  ['Ada Lovelace 12 Main St # 4 North Bend OR 97459', `${ada} # 4||North Bend|OR|97459|US`],
  [
    'Ada Lovelace 1201 US Highway 19 N Palm Harbor FL 34684',
    'Ada Lovelace||1201 US Highway 19 N||Palm Harbor|FL|34684|US',
  ],
  [
    'Ada Lovelace 239 South 500 East Salt Lake City UT 84102',
    'Ada Lovelace||239 South 500 East||Salt Lake City|UT|84102|US',
  ],
  ['Ada Lovelace 12 County Road MM Amherst WI 54406', 'Ada Lovelace||12 County Road MM||Amherst|WI|54406|US'],
  ['Ada Lovelace 12 County Road ZZZ Amherst WI 54406', 'Ada Lovelace||12 County Road ZZZ||Amherst|WI|54406|US'],
  ['Ada Lovelace 12 Rock Creek Trce Nashville TN 37189', 'Ada Lovelace||12 Rock Creek Trce||Nashville|TN|37189|US'],
  ['Ada Lovelace 12 Mitchell Jones El Paso TX 79936', 'Ada Lovelace||12 Mitchell Jones||El Paso|TX|79936|US'],
  ['Ada Lovelace 12 Elm Oak Park IL 60302', 'Ada Lovelace||12 Elm||Oak Park|IL|60302|US'],
  ['Ada Lovelace 12 Main St Unit Ft Worth TX 76101', `${ada} Unit||Ft Worth|TX|76101|US`],
  ['Ada Lovelace 12 Main St Post Apartments Chicago IL 60642', `${ada} Post Apartments||Chicago|IL|60642|US`],
  ['Ada Lovelace 12 Main St Rm 4 Oak Bldg Albany NY 12207', `${ada} Rm 4 Oak Bldg||${albany}`],
  ['Ada Lovelace 12 W Van Buren Chicago IL 60605', 'Ada Lovelace||12 W Van Buren||Chicago|IL|60605|US'],
  [
    'Ada Lovelace 12 E. Via de Ventura Scottsdale AZ 85258',
    'Ada Lovelace||12 E. Via de Ventura||Scottsdale|AZ|85258|US',
  ],
  ['Ada Lovelace 12 North Way Central City IA 52214', 'Ada Lovelace||12 North Way||Central City|IA|52214|US'],
  ['Ada Lovelace 12 N Route Z Columbia MO 65202', 'Ada Lovelace||12 N Route Z||Columbia|MO|65202|US'],
  ['Ada Lovelace Hwys 51 and 151 Madison WI 53714', 'Ada Lovelace||Hwys 51 and 151||Madison|WI|53714|US'],
  ['Ada Lovelace PO Box 12 Dept 47 806009 Albany NY 12207', `Ada Lovelace||PO Box 12 Dept 47 806009||${albany}`],
  ['Ada Lovelace 12 Main St Malmstrom A F B MT 59402', `${ada}||Malmstrom A F B|MT|59402|US`],
  ['Ada Lovelace, 12 Main St, Malmstrom A F B, MT 59402', `${ada}||Malmstrom A F B|MT|59402|US`],
  // A side is the city's if the street has one already, or the ZIP code says so.
  ['Ada Lovelace 12 William St E Orange NJ 07017', 'Ada Lovelace||12 William St||E Orange|NJ|07017|US'],
  ['Ada Lovelace 12 S Oak Ave S Bend IN 46601', 'Ada Lovelace||12 S Oak Ave||S Bend|IN|46601|US'],
  ['Ada Lovelace 12 Oak St SE E Grand Rapids MI 49506', 'Ada Lovelace||12 Oak St SE||E Grand Rapids|MI|49506|US'],
  ['Ada Lovelace 12 Main St E East Orange NJ 07017', `${ada} E||East Orange|NJ|07017|US`],
  // A city of the ZIP code decides, cut short or with one mistake, too.
  ['Ada Lovelace 12 Lindbergh St Paul MN 55101', 'Ada Lovelace||12 Lindbergh||St Paul|MN|55101|US'],
  ['Ada Lovelace 12 Elm Springfield IL 62704', 'Ada Lovelace||12 Elm||Springfield|IL|62704|US'],
  ['Ada Lovelace 12 Route N Columbia MO 65202', 'Ada Lovelace||12 Route N||Columbia|MO|65202|US'],
  ['Ada Lovelace 12 Main St Tower City PA 17980', `${ada}||Tower City|PA|17980|US`],
  ['Ada Lovelace 12 Wealthy S E E Grand Rapids MI 49506', 'Ada Lovelace||12 Wealthy S E||E Grand Rapids|MI|49506|US'],
  ['Ada Lovelace 12 Elm Rd North Litte Rock AR 72117', 'Ada Lovelace||12 Elm Rd||North Litte Rock|AR|72117|US'],
  ['Ada Lovelace 12 Dna Way S San Fran CA 94080', 'Ada Lovelace||12 Dna Way||S San Fran|CA|94080|US'],
  ['Ada Lovelace 12 Main St E Rutherford NJ 7073', `${ada}||E Rutherford|NJ|7073|US`],
  ['Ada Lovelace, 12 Main St Unit K, L Cedar Rapids IA 52403', `${ada} Unit K|L|Cedar Rapids|IA|52403|US`],
  ['Ada Lovelace, 12 Hwy 31, W. White House TN 37188', 'Ada Lovelace||12 Hwy 31 W.||White House|TN|37188|US'],
  ['Ada Lovelace, 12 Main St Apt 4 NY Albany 12207', `${ada} Apt 4||${albany}`],
  ['Ada Lovelace, 12 Main St, Rochester, New, York 14606', `${ada}||Rochester|New York|14606|US`],
  ['Ada Lovelace, 12 Main St, Portland ME 041 01', `${ada}||Portland|ME|04101|US`],
  ['"Ada Lovelace, 12 Main St, Albany NY 12207"', `${ada}||${albany}`],
  // The one who shall see to it is the name, or stands below it.
  ['PO Box 12 attn. Accounts Albany NY 12207', `attn. Accounts||PO Box 12||${albany}`],
  ['12 Main St c/o Acme lockbox 402 Albany NY 12207', `c/o Acme||12 Main St|lockbox 402|${albany}`],
  ['Ada Lovelace, 12 Main St Attn: Bob, Albany NY 12207', `Ada Lovelace||Attn: Bob|12 Main St|${albany}`],
  // The lines of an envelope keep their commas.
  ['Ada Lovelace\n12 Main St\nAlbany, New York 12207-1234', `${ada}||Albany|New York|12207-1234|US`],
  ['Acme, Inc.\r\n12 Main St, Apt 4\r\nAlbany NY 12207\r\nUSA', `Acme, Inc.||12 Main St, Apt 4||${albany}`],
  [
    'Ada Lovelace\n12 Main St\nApt 4\nToronto ON  M5V 2T6\nCanada',
    'Ada Lovelace||12 Main St|Apt 4|Toronto|ON|M5V 2T6|CA',
  ],
  ['Ada Lovelace\n12 Main St\nAlbany\nNY\n12207', `${ada}||${albany}`],
])('%j is read as %s', (text, read) => {
  expect(shown(text)).toBe(read);
});

test.each([
  ['', 'a ZIP or postal code at its end is missing'],
  ['Ada Lovelace, 12 Main St, Albany', 'a ZIP or postal code at its end is missing'],
  ['Ada Lovelace, 12 Main St, Albany NY 1220', 'a ZIP or postal code at its end is missing'],
  ['Ada Lovelace, 12 Main St, Albany NY 122071', 'a ZIP or postal code at its end is missing'],
  ['Ada Lovelace, 12 Main St, Albany, NX 12207', 'read were ZIP code 12207, and a known state is missing'],
  ['Ada Lovelace, 12 King St, Toronto, QB M5V 2T6', 'read were postal code M5V 2T6, and a known province is missing'],
  ['Ada Lovelace, 12 Main St, Albany, New, Mexico 12207', 'read were ZIP code 12207, and a known state is missing'],
  ['Ada Lovelace, 12 Main St Apt 4 CT Albany 12207', 'read were ZIP code 12207, and a known state is missing'],
  ['NY 12207', 'read were ZIP code 12207, state NY, and the city is missing'],
  ['Ada Lovelace, Albany, NY 12207', 'read were ZIP code 12207, state NY, city Albany, and the street is missing'],
  ['Ada, Lovelace, Albany, NY 12207', 'read were ZIP code 12207, state NY, city Albany, and the street is missing'],
  [
    'Ada, 6 Old Rd Chicago, IL 60674 or else 12 Main St, Albany NY 12207',
    'read were ZIP code 12207, state NY, city Albany, and another address stands before it: give one',
  ],
  ['12 Main St, Apt 4, Albany NY 12207', 'read were ZIP code 12207, state NY, city Albany, and the name is missing'],
  [
    'Ada, 12 Main St, 14 Side St, 16 Oak St, Albany NY 12207',
    'read were ZIP code 12207, state NY, city Albany, and more than two lines of a street are left: two are the most, behind a name and a firm',
  ],
  [
    'Ada Lovelace, 12 Main St, Albany, NY 12207, Canada',
    'it names CA, and its code is one of US: one of them is wrong',
  ],
])('%j is refused: %s', (text, problem) => {
  expect(readWrittenAddress(text)).toEqual({ problem });
});

/** Two readings are left, and a wrong one would go to another house. */
test.each([
  'Ada Lovelace 12 William St E Orange NJ 07050',
  'Ada Lovelace 12 6th Ave N Miami FL 33161',
  'Ada Lovelace 12 Mission Hills Park Shelbyboro AL 35007',
  'Ada Lovelace 12 Richards Rd North Middle Rock AR 72117',
  'Ada Lovelace 12 Main St New Albany NY 12207',
  'Ada Lovelace 12 Rivona Dr W Bloomfld Tw MI 48328',
  'Ada Lovelace 12 El Camino Mill Valley CA 94942',
  'Ada Lovelace 12 Golfview Rd N Palm Beach FL 33406',
  'Ada Lovelace 12 Elm North Las Vegas NV 89101',
  'Ada Lovelace 12 Van Nuys CA 91401',
  'Ada Lovelace 12 Van Orange NJ 07050',
  'Ada Lovelace 12 Via San Marcos CA 92069',
  'Ada Lovelace 12 Calle San Juan Capistrano CA 92675',
  'Ada Lovelace 12 Oak Park IL 60302',
  'Ada Lovelace 12 Route N Midway MO 65202',
  'Ada Lovelace, 12 Albany NY 12207',
  'Ada Lovelace, 12, rue Saint-Denis Est Montréal (Québec) H2X 1Y4',
  'Ada Lovelace, 12, rue Montréal QC H2X 1Y4',
  'Ada Lovelace, 4411 Stone Way North Seattle, King County, WA 98103',
])('%j is refused in doubt', (text) => {
  expect(shown(text)).toMatch(/where the street ends and the city begins is in doubt: set commas between them$/);
});
