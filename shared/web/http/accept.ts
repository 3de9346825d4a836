/** Content negotiation (RFC 9110, section 12.5.1): chooses the response format that the client prefers. */

/** If the client prefers several types equally, or accepts none of them, the first one in `offered` is chosen. */
export function preferred<T extends string>(accept: string | undefined, offered: readonly [T, ...T[]]): T {
  const qualities = new Map<string, number>();
  // No real client sends more than 50 ranges, and comparing thousands of them would take too long.
  for (const range of (accept ?? '*/*').slice(0, 5_000).toLowerCase().split(',', 50)) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    // Only `q` affects the choice; other parameters, such as `charset`, do not.
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    const isNumber = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality);
    if (/^[^\s/]+\/[^\s/]+$/.test(type) && !qualities.has(type)) qualities.set(type, isNumber ? Number(quality) : 0);
  }
  let [best] = offered;
  let bestQuality = 0;
  for (const type of offered) {
    // The most specific range decides.
    const quality = qualities.get(type) ?? qualities.get(`${type.split('/')[0]}/*`) ?? qualities.get('*/*') ?? 0;
    if (quality <= bestQuality) continue;
    best = type;
    bestQuality = quality;
  }
  return best;
}
