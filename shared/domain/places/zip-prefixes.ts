/**
 * The first three digits of ZIP codes, and the states that have codes with them, as two public lists of the USPS prefixes
 * gave them in 2026. A few codes lie beside the state of their prefix, so some have two. A mistake costs a warning.
 */
const prefixes = `
AA 340|AE 090-099|AK 995-999|AL 350-352 354-369|AP 962-966|AR 716-729 755|AS 967|AZ 850-865|CA 900-961|CO 800-816
CT 060-069|DC 200 202-205 207 569|DE 197-199|FL 320-339 341-342 344 346-347 349|FM 969|GA 300-319 398-399|GU 969
HI 967-968|IA 500-528 681|ID 832-838|IL 600-629|IN 460-479|KS 660-679|KY 400-427|LA 700-714|MA 010-027 055
MD 203 206-219|ME 039-049|MH 969|MI 480-499|MN 550-567|MO 630-658|MP 969|MS 386-397|MT 590-599|NC 270-289
ND 580-588|NE 680-693|NH 030-038|NJ 070-089|NM 870-884|NV 889-898|NY 005 063 100-149|OH 430-459|OK 730-731 734-749
OR 970-979|PA 150-196|PR 006-007 009|PW 969|RI 028-029|SC 290-299|SD 570-577|TN 370-385|TX 733 739 750-799 885
UT 840-847|VA 200-201 220-246|VI 008|VT 050-054 056-059|WA 980-994|WI 530-549|WV 247-268|WY 820-831 834
`;

/** Read anew for each address: a table would be built at every start, and few starts see an address. */
export function statesOfZip(zip: string): string[] {
  const prefix = Number(zip.slice(0, 3));
  const isIn = (run: string): boolean => {
    const [first = 0, last = first] = run.split('-').map(Number);
    return first <= prefix && prefix <= last;
  };
  const states = prefixes.trim().split(/[\n|]/);
  return states.filter((line) => line.split(' ').slice(1).some(isIn)).map((line) => line.slice(0, 2));
}

/** Whether the state has ZIP codes that begin so. True where no state has any: the list may be older than the code. */
export function zipBelongsTo(zip: string, state: string): boolean {
  const states = statesOfZip(zip);
  return states.length === 0 || states.includes(state);
}
