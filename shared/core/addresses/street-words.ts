/** The words of streets, units and cities by which a street is told from a city where no comma stands between them. */
import { isSidedCityAround, plainCity } from '../places/city-names.ts';

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** In lower case, without dots and what closes a clause: `P.O.Box` is `pobox`. */
export const plainWord = (word = ''): string => word.toLowerCase().replace(/[.,;:()"'’]/gu, '');
export const hasDigit = (word = ''): boolean => /\d/u.test(word);

/** They end a street and hardly ever fill the name of a city. */
export const streetTypes = wordsOf(`
  st str street ave av avn aven avenue blvd bvd boul boulevard rd road dr drv drive ln lane ct crt court cir circle hwy
  highway pkwy pkway pakway pky parkway way pl place ter terr terrace trl trail tr loop pike tpke turnpike expy
  expressway fwy freeway aly alley plz plaza sq square cres crescent crst broadway hgwy byp bypass cswy gulch ext cyn ests
  gdns holw knls lndg mdws mnr ovlk psge rdg shrs smt trce trwy vis vw xing
`);

/** They end a street as often as they stand in the name of a city: "12 Oak Park", "Oak Park, IL". */
export const placeTypes = wordsOf(`
  bay beach bend bluff canyon center centre ctr cove creek crossing estates falls gardens glen green grove harbor heights
  hill hills hollow island isle key knoll lakes landing manor meadow meadows mill mills oaks park pass path point pointe
  port ranch ridge river row run shore shores spring springs spur station summit trace turn valley view village villas
  vista walk wood woods
`);

/** A number, and mostly a letter, follows them. */
export const unitWords = wordsOf(`
  # apt apartment unit suite ste su room rm floor fl flr dept department bldg blg bld building lot space spc trlr box pob
  pobox pmb drawer lockbox lbx no ms mailbox mailstop msc mc file code bin bureau app local appartement rr hc psc
`);
export const roadWords = wordsOf('hwy hwys highway route rte rt road rd us sr cr fm spur interstate i');
/** Some of them have a letter in place of a number: `Route Z`. */
export const letteredRoads = wordsOf('hwy highway route rte');
/** Units that have no number. */
export const unitsAlone = wordsOf('rear front frnt upper lower basement bsmt penthouse ph lobby business bus');
/** They stand between a name and a number, and belong to the number: `PO Box`, `County Road`. */
export const beforeNumbers = wordsOf(`
  # no number po p o pobox box pob post office rural route rr hc psc dept department suite ste apt apartment unit room rm
  floor fl lockbox lbx drawer pmb hwy hwys highway county state us road bldg building lot mailbox
`);

export const shortSides = wordsOf('n s e w ne nw se sw northeast northwest southeast southwest');
export const twoSides = wordsOf('ne nw se sw');
export const longSides = wordsOf('north south east west no so');
export const isSide = (word: string): boolean => shortSides.has(plainWord(word)) || longSides.has(plainWord(word));

/**
 * Cities that begin with a side, by the side, of which the table of ZIP codes does not know: the post prefers the name of
 * a larger city there, or people have that name for a part of one.
 */
const citiesBySide: Readonly<Record<string, string>> = {
  n: `atlanta|bay village|bellmore|bethesda|college hill|haledon|hanover|huntingdon|kansas city|lauderdale|logan|mankato
    massapequa|miami|merrick|ogden|plainfield|riverside|saint paul|syracuse|vancouver|wildwood|york`,
  s: `brunswick|chicago heights|daytona|euclid|hills|kingstown|miami|richmond|salt lake|salt lake city|san gabriel|whittier
    williamsport`,
  e: `boston|cleveland|dundee|fishkill|grand rapids|haven|hazel crest|hills|los angeles|norriton|palo alto|patchogue|ridge`,
  w: `allis|bloomfield township|caldwell|carrollton|carson|conshohocken|deptford|dundee|lake hills|lawn|los angeles
    melbourne|milwaukee|paterson|reading|seattle|seneca|saint paul|university place|windsor`,
};

/** Whether a city of this name, not far from the ZIP code, begins with the side, a whole word or its first letter. */
export function isCityWithSide(side: string, city: readonly string[], zip: string): boolean {
  const others = (citiesBySide[plainWord(side).slice(0, 1)] ?? '').split(/\s*[\n|]\s*/);
  return others.includes(plainCity(city)) || isSidedCityAround(zip, [side, ...city]);
}

/** A street's name goes on behind them: "55 W Van Buren". */
export const nameStarts = wordsOf('van von');
/** Types that stand before a street's name: "Via de Ventura". */
export const typesInFront = wordsOf('via calle camino paseo avenida');

/** A house's own name ends so, and hardly ever a city's: "Steeple Townhomes". */
export const houseEnds = wordsOf('bldg blg bld building room apartments apts lofts townhomes condos flats');

/** Cities of two words begin so behind a street's single word: "233 Fulton Grand Rapids". */
export const cityStarts = wordsOf('san santa los las el new fort ft mount mt grand salt cedar des');

/** Saints of cities. Those in `onlySaints` are no cities by themselves, so "Lindbergh St Louis" has one reading. */
export const saints = wordsOf(`
  louis paul petersburg peterburg pete charles cloud joseph george augustine simons albans johns john clair marys mary
  peters peter helena helens thomas croix ann anne anthony matthews ignace james francis bernard gabriel rose martinville
  leonard marie catharines albert laurent jerome hyacinthe johnsbury robert marks pauls regis michaels elmo jacob
`);
export const onlySaints = wordsOf('louis simons cloud albans croix clair augustine ignace marys');

/** A city that has one of these has swallowed a piece of the street. */
export const noCityWords = wordsOf(`
  building bldg blg bld tower towers suite apt apartment apartments apts unit floor fl flr dept department attn lockbox
  box industrial mall campus c/o po of and at the # no condo condos lofts townhomes flats sciences conference professional
  gulch blvd avenue rd hwy county
`);
/** Behind one of `placeTypes` they go on with the name of a city: "Palm Beach Gardens". */
export const cityEnds = wordsOf(
  'beach city estates farms gardens grove harbor heights hills island isles lakes park ranch ridge shores springs township tw twp valley village woods',
);
