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
export const roadWords = wordsOf('hwy highway route rte rt road rd us sr cr fm spur interstate i');
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
