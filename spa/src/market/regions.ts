/**
 * States and provinces of billing addresses and residences, the same list as the server's: code, English name, French name if it differs,
 * and other names.
 */
const regions = {
  US: `
  AL/Alabama, AK/Alaska, AZ/Arizona, AR/Arkansas, CA/California/Californie, CO/Colorado, CT/Connecticut,
  DE/Delaware, DC/District of Columbia/District de Columbia/Washington DC/Washington D C/D C,
  FL/Florida/Floride, GA/Georgia/Géorgie, HI/Hawaii/Hawaï, ID/Idaho, IL/Illinois, IN/Indiana, IA/Iowa,
  KS/Kansas, KY/Kentucky, LA/Louisiana/Louisiane, ME/Maine, MD/Maryland, MA/Massachusetts, MI/Michigan,
  MN/Minnesota, MS/Mississippi, MO/Missouri, MT/Montana, NE/Nebraska, NV/Nevada, NH/New Hampshire,
  NJ/New Jersey, NM/New Mexico/Nouveau-Mexique, NY/New York, NC/North Carolina/Caroline du Nord,
  ND/North Dakota/Dakota du Nord, OH/Ohio, OK/Oklahoma, OR/Oregon, PA/Pennsylvania/Pennsylvanie,
  RI/Rhode Island, SC/South Carolina/Caroline du Sud, SD/South Dakota/Dakota du Sud, TN/Tennessee,
  TX/Texas, UT/Utah, VT/Vermont, VA/Virginia/Virginie, WA/Washington,
  WV/West Virginia/Virginie-Occidentale, WI/Wisconsin, WY/Wyoming, AS/American Samoa/Samoa américaines,
  GU/Guam, MP/Northern Mariana Islands/Îles Mariannes du Nord, PR/Puerto Rico/Porto Rico,
  VI/Virgin Islands/Îles Vierges américaines/US Virgin Islands/U S Virgin Islands, AA, AE, AP`,
  CA: `
  AB/Alberta, BC/British Columbia/Colombie-Britannique, MB/Manitoba, NB/New Brunswick/Nouveau-Brunswick,
  NL/Newfoundland and Labrador/Terre-Neuve-et-Labrador/NF/Newfoundland, NS/Nova Scotia/Nouvelle-Écosse,
  NT/Northwest Territories/Territoires du Nord-Ouest/Northwest Territory/NWT,
  NU/Nunavut/Nunavut/Nunavut Territory, ON/Ontario, PE/Prince Edward Island/Île-du-Prince-Édouard/PEI,
  QC/Quebec/Québec/PQ, SK/Saskatchewan, YT/Yukon/Yukon/Yukon Territory`,
}

type Country = keyof typeof regions

const countries = Object.keys(regions) as Country[]

/** Returns the country of a state or province, given its code or its English or French name. Ignores case and accents. */
export function countryOf(state: string): Country | undefined {
  const sought = fold(state)
  return countries.find((country) => regions[country].split(/[,/]/).some((name) => fold(name) === sought))
}

/** Returns the states or provinces of a country by name, in the language; none for other countries. */
export function regionsOf(country: string, lang: string): { code: string; name: string }[] {
  const all = country in regions ? regions[country as Country].split(',') : []
  return all
    .map((region) => region.trim().split('/'))
    .map(([code = '', english = '', french]) => ({
      code,
      name: (lang.startsWith('fr') && french) || english,
    }))
    .filter(({ name }) => name !== '') // the codes of military post are no residence
    .sort((one, other) => one.name.localeCompare(other.name, lang))
}

/** Returns the text in lower case without accents and apostrophes. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{Mn}'’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}
