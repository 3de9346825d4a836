/**
 * Reads a foreign collection of labelled addresses as `--to` does, in several spellings each, and counts what comes out.
 *     node test/external/written-addresses.ts labeled.xml
 * It expects `training/labeled.xml` of the project datamade/usaddress, which is not kept here: without the file it says
 * `skipped:` and ends with 0. Every address that has a place, a state, a five-digit ZIP code, and a street or a box is taken.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readWrittenAddress, type WrittenAddress } from '../../shared/core/addresses/written-address.ts';
import { stateNamed } from '../../shared/core/places/us-states.ts';

interface Labelled {
  readonly raw: string;
  readonly name: string;
  readonly street: readonly string[];
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly extra: string;
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
const tidied = (text: string): string => unescaped(text).replace(/\s+/gu, ' ').trim();
const plain = (text: string): string => text.replace(/[\s,;.]+$/u, '');

const isPlace = (label: string): boolean => /^(?:PlaceName|StateName|ZipCode|ZipPlus4|CountryName)$/.test(label);
const beginsUnit = (label: string): boolean => /^(?:Occupancy|Subaddress)/.test(label);

function labelledIn(entry: string): Labelled | undefined {
  const tokens = [...entry.matchAll(/<(\w+)>([^<]*)<\/\1>/gu)].map(([, label = '', word = '']) => ({
    label,
    word: tidied(word),
  }));
  const all = (label: string) =>
    plain(
      tokens
        .filter((token) => token.label === label)
        .map(({ word }) => plain(word))
        .join(' '),
    );
  const [city, state, zip] = [all('PlaceName'), all('StateName'), all('ZipCode')];
  const isWhole = tokens.some(({ label }) => /^(?:StreetName|USPSBoxID)$/.test(label));
  if (city === '' || state === '' || zip === '' || !isWhole) return undefined;
  const street: string[] = [];
  let previous = '';
  for (const { label, word } of tokens) {
    if (isPlace(label) || label === 'Recipient') continue;
    const isNew = street.length === 0 || (street.length === 1 && beginsUnit(label) && !beginsUnit(previous));
    if (isNew) street.push(word);
    else street[street.length - 1] += ` ${word}`;
    previous = label;
  }
  const raw = tidied(entry.replace(/<[^>]+>/gu, ''));
  return { raw, name: all('Recipient') || nobody, street: street.map(plain), city, state, zip, extra: all('ZipPlus4') };
}

/** Addresses without a recipient get this one. */
const nobody = 'Ada Lovelace';

const spellings: Readonly<Record<string, (address: Labelled) => string>> = {
  commas: ({ name, street, city, state, zip }) => [name, ...street, city, `${state} ${zip}`].join(', '),
  'no comma before the state': ({ name, street, city, state, zip }) =>
    [name, ...street, `${city} ${state} ${zip}`].join(', '),
  'upper case': ({ name, street, city, state, zip }) =>
    [name, ...street, `${city} ${state} ${zip}`].join(', ').toUpperCase(),
  lines: ({ name, street, city, state, zip }) => [name, ...street, `${city}, ${state} ${zip}`].join('\n'),
  'as typed': ({ raw, name }) => (name === nobody ? `${nobody}, ${raw}` : raw),
};

const letters = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}#]/gu, '');

function isRight(read: WrittenAddress, { name, street, city, state, zip, extra }: Labelled): boolean {
  const { companyName = '', addressLine1, addressLine2 = '', ...rest } = read;
  return (
    letters([rest.name, companyName, addressLine1, addressLine2].join('')) === letters([name, ...street].join('')) &&
    letters(rest.city) === letters(city) &&
    stateNamed(rest.provinceOrState) === (stateNamed(state) ?? stateNamed(state.split(' ').at(-1) ?? '')) &&
    // The labels leave out four digits that stand behind a blank.
    [zip.replace(/\D/gu, ''), `${zip}${extra}`].includes(rest.postalOrZip.replace('-', ''))
  );
}

const [file = '', shown = ''] = process.argv.slice(2);
if (!existsSync(file)) {
  console.log('skipped: name training/labeled.xml of datamade/usaddress');
  process.exit(0);
}
const collection = [...readFileSync(file, 'utf8').matchAll(/<AddressString>(.*?)<\/AddressString>/gsu)]
  .map(([, entry = '']) => labelledIn(entry))
  .filter((entry) => entry !== undefined);
console.log(`${collection.length} addresses`);
for (const [name, spelt] of Object.entries(spellings)) {
  const counts = { right: 0, wrong: 0, refused: 0 };
  for (const address of collection) {
    const text = spelt(address);
    const read = readWrittenAddress(text);
    const verdict = 'problem' in read ? 'refused' : isRight(read, address) ? 'right' : 'wrong';
    counts[verdict] += 1;
    if (verdict !== 'right' && name.startsWith(shown) && shown !== '')
      console.log(verdict, JSON.stringify(text), JSON.stringify(read));
  }
  console.log(`${name}: ${counts.right} right, ${counts.wrong} accepted wrong, ${counts.refused} refused`);
}
