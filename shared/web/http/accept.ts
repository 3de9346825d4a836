/** Content negotiation by RFC 9110, section 12.5.1: chooses the form of a response that the client likes best. */

/** The best of `offered`; of equals the first one. A client that likes none gets the first one too. */
export function preferred<T extends string>(accept: string | undefined, offered: readonly [T, ...T[]]): T {
  const qualities = new Map<string, number>();
  // Clients need no more than 50 ranges; a header of thousands would be compared with each form.
  for (const range of (accept ?? '*/*').slice(0, 5_000).toLowerCase().split(',', 50)) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    // Parameters such as `charset` say nothing about our forms, so only `q` is read.
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    const isNumber = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality);
    if (/^[^\s/]+\/[^\s/]+$/.test(type) && !qualities.has(type)) qualities.set(type, isNumber ? Number(quality) : 0);
  }
  let [best] = offered;
  let most = 0;
  for (const type of offered) {
    // The range that names the type most exactly decides.
    const quality = [type, `${type.split('/')[0]}/*`, '*/*']
      .map((range) => qualities.get(range))
      .find((q) => q !== undefined);
    if ((quality ?? 0) > most) [best, most] = [type, quality ?? 0];
  }
  return best;
}
