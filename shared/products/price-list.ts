/** Every price, in whole cents before tax. Change the version together with a price. */
export const priceList = {
  version: '2026-11-24',
  letter: {
    US: {
      base: { bw: 212, color: 244 },
      extraPage: { bw: 20, color: 40 },
      registered: { base: { bw: 1_040, color: 1_040 }, extraPage: { bw: 13, color: 26 } },
    },
    CA: {
      base: { bw: 615, color: 644 },
      extraPage: { bw: 58, color: 87 },
      registered: { base: { bw: 5_112, color: 5_112 }, extraPage: { bw: 38, color: 57 } },
    },
  },
  /** Flat, for any face amount. */
  check: { US: 500, CA: 700 },
  /** In USD for every destination. */
  fax: { firstPage: 200, extraPage: 100 },
} as const;
