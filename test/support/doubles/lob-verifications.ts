/** Lob's `us_verification`, as its OpenAPI document has it: all members are there, and those of components in capitals. */
import type { Fields } from './request-body.ts';

/** Lob needs a ZIP code, or the city and the state. */
export const isVerifiable = ({ primary_line, city, state, zip_code }: Fields): boolean =>
  Boolean(primary_line && (zip_code || (city && state)));

/** `known`: what the post says otherwise. The address as it was sent is deliverable. */
export function verification(fields: Fields, known: Fields): Fields {
  const { primary_line, secondary_line = '', city, state, zip_code } = fields;
  const { components, deliverability_analysis, ...others } = known as Readonly<Record<string, Fields>>;
  return {
    ...{ id: 'us_ver_c7cb63d68f8d6', object: 'us_verification', recipient: '', urbanization: '', valid_address: true },
    ...{ primary_line, secondary_line, last_line: `${city} ${state} ${zip_code}`, deliverability: 'deliverable' },
    components: { ...{ city: `${city ?? ''}`.toUpperCase(), state, zip_code, zip_code_plus_4: '1702' }, ...components },
    deliverability_analysis: {
      ...{ dpv_confirmation: 'Y', dpv_vacant: 'N', dpv_active: 'Y', dpv_footnotes: ['AA', 'BB'] },
      ...deliverability_analysis,
    },
    lob_confidence_score: { score: null, level: '' },
    ...others,
  };
}
