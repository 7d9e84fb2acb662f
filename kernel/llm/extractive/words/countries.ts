import { termOf } from './stems.ts'

/** Countries and continents, with what is of them: "the French president" is the president of France. */
const COUNTRIES = `
france french|germany german germans|spain spanish|italy italian|britain british uk|england english|scotland scottish|wales welsh|ireland irish|netherlands dutch holland|belgium belgian
luxembourg luxembourgish|switzerland swiss|austria austrian|denmark danish|sweden swedish|norway norwegian|finland finnish|iceland icelandic|poland polish|hungary hungarian|romania romanian
bulgaria bulgarian|greece greek|turkey turkish|portugal portuguese|czechia czech|slovakia slovak|slovenia slovenian slovene|croatia croatian|serbia serbian|albania albanian|ukraine ukrainian
russia russian|belarus belarusian|lithuania lithuanian|latvia latvian|estonia estonian|georgia georgian|armenia armenian|israel israeli|iran iranian|iraq iraqi|syria syrian|egypt egyptian
lebanon lebanese|pakistan pakistani|india indian|china chinese|japan japanese|korea korean|vietnam vietnamese|thailand thai|indonesia indonesian|malaysia malaysian|philippines philippine filipino
taiwan taiwanese|australia australian|canada canadian|america american usa|mexico mexican|brazil brazilian|argentina argentine argentinian|chile chilean|peru peruvian|colombia colombian|cuba cuban
venezuela venezuelan|morocco moroccan|algeria algerian|tunisia tunisian|nigeria nigerian|kenya kenyan|ethiopia ethiopian|ghana ghanaian|africa african|europe european|asia asian|texas texan|california californian`

/** The stems of each country, its own name first. */
const GROUPS = COUNTRIES.trim()
  .split(/[|\n]/)
  .map((line) => [...new Set(line.split(' ').map(termOf))])
const known = new Map(GROUPS.flatMap((stems) => stems.map((stem) => [stem, stems.filter((other) => other !== stem)] as const)))
const countries = new Map(GROUPS.flatMap(([country = '', ...of]) => of.map((stem) => [stem, country] as const)))

const NONE: readonly string[] = []

/** Stem of the country that something of this stem is of: Switzerland for "Swiss"; undefined for a country itself. */
export const countryOf = (stem: string): string | undefined => countries.get(stem)

/** Stems of the country that a stem is of, or of what is of the country that it names. */
export const countryStems = (stem: string): readonly string[] => known.get(stem) ?? NONE
