/** The words of streets, units and cities by which a street is told from a city where no comma stands between them. */

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** In lower case, without dots and what closes a clause: `P.O.Box` is `pobox`. */
export const plainWord = (word = ''): string => word.toLowerCase().replace(/[.,;:()"'’]/gu, '');
export const hasDigit = (word = ''): boolean => /\d/u.test(word);

/** They end a street and hardly ever fill the name of a city. */
export const streetTypes = wordsOf(`
  st str street ave av avn aven avenue blvd bvd boul boulevard rd road dr drv drive ln lane ct crt court cir circle hwy
  highway pkwy pkway pakway pky parkway way pl place ter terr terrace trl trail tr loop pike tpke turnpike expy
  expressway fwy freeway aly alley plz plaza sq square cres crescent broadway hgwy bypass gulch ext
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

/** Cities whose names begin with a side of the town, by the side: "West Palm Beach", "East Orange". */
const citiesBySide: Readonly<Record<string, string>> = {
  n: `adams|andover|arlington|atlanta|attleboro|augusta|babylon|bay|bay village|bellmore|bend|bergen|berwick|bethesda
    branch|branford|brookfield|brunswick|canton|charleston|chelmsford|chicago|college hill|conway|dartmouth|easton|fork
    fort myers|grafton|haledon|hampton|hanover|haven|highlands|hills|hollywood|huntingdon|kansas city|kingstown|las vegas
    lauderdale|lawrence|liberty|little rock|logan|manchester|mankato|massapequa|merrick|miami|miami beach|myrtle beach
    ogden|olmsted|palm beach|plainfield|platte|pole|port|providence|reading|richland hills|ridgeville|riverside
    royalton|salt lake|sioux city|smithfield|springfield|st paul|syracuse|tonawanda|vancouver|wales|wildwood|york`,
  s: `amboy|bay|beloit|bend|boston|bound brook|brunswick|burlington|charleston|chicago heights|daytona|easton|el monte
    elgin|euclid|fallsburg|fulton|gate|glens falls|hackensack|hadley|hill|hills|holland|houston|jordan|kingstown|lake tahoe
    lyon|lyme|miami|milwaukee|orange|ozone park|padre island|paris|pasadena|pittsburg|plainfield|point|portland|richmond
    river|royalton|salt lake|salt lake city|san francisco|san gabriel|sioux city|st paul|weymouth|whittier|williamsport
    windsor|yarmouth`,
  e: `alton|amherst|aurora|berlin|bernard|boston|bridgewater|brunswick|chicago|cleveland|dubuque|dundee|elmhurst|fishkill
    grand forks|grand rapids|granby|greenbush|greenwich|haddam|hampton|hanover|hartford|haven|hazel crest|helena|hills
    islip|jordan|lansing|liverpool|longmeadow|los angeles|lyme|machias|meadow|moline|northport|norriton|orange|palestine
    palo alto|patchogue|peoria|petersburg|pittsburgh|point|providence|quogue|ridge|rochester|rockaway|rutherford
    setauket|st louis|stroudsburg|syracuse|tawas|troy|walpole|wenatchee|windsor`,
  w: `allis|babylon|bend|bloomfield|bloomfield township|boylston|branch|bridgewater|brookfield|burlington|caldwell
    carrollton|carson|chester|chicago|columbia|conshohocken|covina|deptford|des moines|dover|dundee|fargo|fork|frankfort
    grove|hartford|haven|hempstead|hills|hollywood|islip|jefferson|jordan|kingston|lafayette|lake hills|lawn|lebanon|liberty
    linn|long branch|los angeles|melbourne|memphis|mifflin|milford|milton|milwaukee|monroe|new york|newton|nyack|orange
    palm beach|paterson|plains|point|reading|richland|roxbury|sacramento|salem|seattle|seneca|springfield|st paul
    tisbury|union|university place|valley|valley city|warwick|windsor|yarmouth|yellowstone|york`,
};

/** Whether a city of this name begins with the side, a whole word or its first letter. */
export const isCityWithSide = (side: string, city: readonly string[]): boolean =>
  (citiesBySide[plainWord(side).slice(0, 1)] ?? '').split(/\s*[\n|]\s*/).includes(
    city
      .map(plainWord)
      .join(' ')
      .replace(/^saint /u, 'st '),
  );

/**
 * ZIP codes of towns that begin with a side, where the town without it is near: "William St E Orange NJ 07017" is East
 * Orange. Codes that are not here leave the doubt.
 */
const zipsBySidedCity: Readonly<Record<string, RegExp>> = {
  'n charleston': /^294(?:05|06|18|19|20)/,
  'n haven': /^06473/,
  'n hollywood': /^916(?:0\d|1[0-8])/,
  'n kansas city': /^64116/,
  'n las vegas': /^890(?:3[0-3]|8[14-7])/,
  'n little rock': /^721(?:1[4-9]|20)/,
  's jordan': /^84(?:009|095)/,
  's san francisco': /^9408[03]/,
  'e hartford': /^061[0-3]8/,
  'e haven': /^06512/,
  'e lansing': /^4882[3-6]/,
  'e orange': /^0701[7-9]/,
  'e providence': /^0291[4-6]/,
  'e st louis': /^6220[1-7]/,
  'w allis': /^532(?:14|19|27)/,
  'w covina': /^9179[0-3]/,
  'w des moines': /^5026[56]/,
  'w hartford': /^061(?:07|10|17|19)/,
  'w haven': /^06516/,
  'w hollywood': /^90069/,
  'w jordan': /^840(?:81|84|88)/,
  'w orange': /^07052/,
  'w palm beach': /^334(?:0[1-79]|1[1-79])/,
  'w sacramento': /^95(?:605|691)/,
};

/** Whether the code is one of the city of this name, or, without a name, of any that begins with the side. */
export function isZipOfSidedCity(zip: string, side: string, city: readonly string[] = []): boolean {
  const name = [plainWord(side).slice(0, 1), ...city.map(plainWord)].join(' ').replace(/ saint /u, ' st ');
  return Object.entries(zipsBySidedCity).some(
    ([sided, codes]) => (city.length === 0 ? sided.startsWith(`${name} `) : sided === name) && codes.test(zip),
  );
}

/** Large cities of several words, which are no end of a street: "1725 Mitchell Jones El Paso". */
const knownCities: ReadonlySet<string> = new Set(
  `ann arbor|baton rouge|boca raton|carson city|cedar rapids|chula vista|colorado springs|corpus christi|costa mesa
  daly city|des moines|el cajon|el dorado hills|el monte|el paso|fort collins|fort lauderdale|fort myers|fort wayne
  fort worth|grand rapids|green bay|iowa city|jefferson city|jersey city|kansas city|las vegas|little rock|long beach
  los angeles|new haven|new orleans|new york|oak park|oklahoma city|palm springs|palo alto|rancho cucamonga
  rancho santa fe|rapid city|salt lake city|san antonio|san bernardino|san diego|san francisco|san jose|san mateo
  santa ana|santa barbara|santa clara|santa cruz|santa fe|santa monica|santa rosa|sioux city|sioux falls|traverse city
  virginia beach`
    .split(/[\n|]/)
    .map((city) => city.trim()),
);

/** The index at which a known city of two or three words begins, the longest first. */
export function knownCityAt(words: readonly string[]): number | undefined {
  const starts = [3, 2].map((count) => words.length - count).filter((start) => start > 0);
  return starts.find((start) => knownCities.has(words.slice(start).map(plainWord).join(' ').replace(/^ft /u, 'fort ')));
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
  gulch blvd avenue rd hwy
`);
/** Behind one of `placeTypes` they go on with the name of a city: "Palm Beach Gardens". */
export const cityEnds = wordsOf(
  'beach city estates farms gardens grove harbor heights hills island isles lakes park ranch ridge shores springs township tw twp valley village woods',
);
