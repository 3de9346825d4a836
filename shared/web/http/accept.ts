/** Content negotiation by RFC 9110, section 12.5.1: chooses the form of an answer that the client likes best. */

interface Range {
  readonly type: string;
  readonly quality: number;
}

/** Parameters such as `charset` say nothing about our forms, so only `q` is read. */
function rangesOf(header: string): Range[] {
  // Clients need no more than these; a header of thousands would be compared with each form.
  return header
    .slice(0, 5_000)
    .toLowerCase()
    .split(',', 50)
    .flatMap((entry) => {
      const [type = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return [];
      return [{ type, quality: given === undefined ? 1 : qualityOf(given) }];
    });
}

const qualityOf = (text: string): number => (/^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0);

/** The range that names the type most exactly decides. */
function likingOf(type: string, ranges: readonly Range[]): number {
  const [family] = type.split('/');
  for (const name of [type, `${family}/*`, '*/*']) {
    const found = ranges.find((range) => range.type === name);
    if (found !== undefined) return found.quality;
  }
  return 0;
}

/** The best of `offered`; of equals the first one. A client that likes none gets the first one too. */
export function preferred<T extends string>(accept: string | undefined, offered: readonly [T, ...T[]]): T {
  const ranges = rangesOf(accept ?? '*/*');
  let [best] = offered;
  let most = 0;
  for (const type of offered) {
    const liking = likingOf(type, ranges);
    if (liking > most) [best, most] = [type, liking];
  }
  return best;
}
