/** The states, districts and territories that the US Postal Service delivers to, by code and by name. */
import { foldName } from '../money/sales-tax.ts';

const names = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'Virgin Islands',
  FM: 'Micronesia',
  MH: 'Marshall Islands',
  PW: 'Palau',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
} as const;

/** Traditional abbreviations by code, as people still write them. */
const abbreviations = `
AL Ala|AZ Ariz|AR Ark|CA Calif|CA Cal|CO Colo|CT Conn|DE Del|DC D C|DC Dist of Columbia|FL Fla|HI Hawai i|IL Ill|IN Ind
KS Kans|KS Kan|MA Mass|MI Mich|MN Minn|MS Miss|MT Mont|NE Nebr|NE Neb|NV Nev|NH N H|NJ N J|NM N Mex|NM N M
NY N Y|NC N C|NC N Carolina|NC No Carolina|ND N D|ND N Dak|ND N Dakota|OK Okla|OR Ore|OR Oreg|PA Penn|PA Penna|PR P R
RI R I|SC S C|SC S Carolina|SC So Carolina|SD S D|SD S Dak|SD S Dakota|TN Tenn|TX Tex|WA Wash|WV W Va
WV W Virginia|WI Wis|WI Wisc|WY Wyo|VI US Virgin Islands|VI V I
`
  .trim()
  .split(/[\n|]/)
  .map((entry) => [entry.slice(0, 2), entry.slice(3)] as const);

const codesByName = new Map(
  [...Object.entries(names), ...abbreviations].flatMap(([code, name]) =>
    [code, name].map((known) => [foldName(known), code] as const),
  ),
);

/** The two-letter code of a code in any case, of an English name, or of its traditional abbreviation. */
export const stateNamed = (name: string): string | undefined => codesByName.get(foldName(name));
