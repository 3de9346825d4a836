/** The states, districts and territories that the US Postal Service delivers to, by code and by name. */
import { foldName } from '../sales-tax.ts';

const names = {
  ...{ AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California', CO: 'Colorado' },
  ...{ CT: 'Connecticut', DE: 'Delaware', DC: 'District of Columbia', FL: 'Florida', GA: 'Georgia', HI: 'Hawaii' },
  ...{ ID: 'Idaho', IL: 'Illinois', IN: 'Indiana', IA: 'Iowa', KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana' },
  ...{ ME: 'Maine', MD: 'Maryland', MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota', MS: 'Mississippi' },
  ...{ MO: 'Missouri', MT: 'Montana', NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire', NJ: 'New Jersey' },
  ...{ NM: 'New Mexico', NY: 'New York', NC: 'North Carolina', ND: 'North Dakota', OH: 'Ohio', OK: 'Oklahoma' },
  ...{ OR: 'Oregon', PA: 'Pennsylvania', RI: 'Rhode Island', SC: 'South Carolina', SD: 'South Dakota' },
  ...{ TN: 'Tennessee', TX: 'Texas', UT: 'Utah', VT: 'Vermont', VA: 'Virginia', WA: 'Washington' },
  ...{ WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming' },
  ...{ AS: 'American Samoa', GU: 'Guam', MP: 'Northern Mariana Islands', PR: 'Puerto Rico', VI: 'Virgin Islands' },
  ...{ FM: 'Micronesia', MH: 'Marshall Islands', PW: 'Palau' },
  ...{ AA: 'Armed Forces Americas', AE: 'Armed Forces Europe', AP: 'Armed Forces Pacific' },
} as const;

const codesByName = new Map(
  Object.entries(names).flatMap(([code, name]) => [code, name].map((known) => [foldName(known), code] as const)),
);

/** The two-letter code of a code in any case, or of an English name. */
export const stateNamed = (name: string): string | undefined => codesByName.get(foldName(name));
