/** The most that one HTML document may have. It stands apart, so that other readers need not load the parser. */
export const htmlLimits = { bytes: 1_000_000, elements: 25_000, attributes: 60_000, depth: 100 } as const;
