import { EVERYDAY } from './everyday.ts'
import { termOf } from './stems.ts'

/** Words that ask and tell of the same thing: a question uses one of a line, its answer another. */
const SAME = `
write wrote written writer author authored pen
create created creator make made build built construct constructed develop developed produce produced manufacture manufactured
founded founder establish established set-up
invent invented inventor invention discover discovered patent patented
begin began begun start started commence open
launch launched release released introduce introduced publish published come-out announced unveil bring brought
end ended finish finished close conclude expire
buy bought purchase purchased acquire acquired pay paid
cover covered pay paid funded reimburse
appear appeared debut first
fly send travel
sell sold sale
cost costs price fee charge charged paid pay
salary wage pay earnings
win won winner victory
lose lost defeat
die died death deaths dead killed kill
born birth
tall height high
old age aged
wide width
deep depth
heavy weigh weight
long length duration last lasts lasted take takes took takes
large big size great
small little short brief
happen happened occur occurred took-place held hold
join joined move moved sign signed transfer transferred
replace replaced succeed succeeded successor
head leader lead led run ran boss chief
head leader lead led run ran boss manager
head leader lead led run ran boss director
head leader lead led boss president
head leader lead led boss chair chairman chairwoman
doctor physician
lawyer attorney legal
film movie
car automobile vehicle
company firm business corporation
job work worked employ employed employee occupation
study studied enrol enrolled attend attended student major degree
live lived reside resident home habitat
live lived resident population inhabitant
show showed shown reveal indicate demonstrate
mean means meaning stand stands defined definition refer refers
help assist support aid
allow allowed permit permitted may
need require required must necessary
phone telephone tel call
mail email e-mail
aim goal purpose objective intend intended
use used usage utilise
fight fought battle resist resisted oppose oppose threaten threatened
speed fast quick rapid
error mistake fault
part component piece section consist consists
give gave given provide provided offer offered
get got receive received obtain
say said state stated tell told
think thought believe believed consider considered
become became made appointed elected named sworn
grow grew grown increase increased rise rose
fall fell fallen decrease decreased drop dropped decline declined
speak spoke spoken talk
teach taught teacher
eat ate eaten food
drink drank
drive drove driven
fly flew flown flight
go went gone travel
see saw seen watch
send sent
find found
keep kept
choose chose chosen select selected
know knew known
meet met
lead led
fire sacked dismissed
remove removed removal
person people human
kid child children
woman women female lady ladies
man men male gentleman gentlemen
wife husband spouse married marry bride groom
money fund funds
country nation
city town
picture photo photograph image photography credit credits photographer
common frequent rare usual usually
pain painful painless hurt
danger dangerous risk hazard
safe safety secure
deadline due rsvp latest until
member members crew consist
kind kinds type types sort variety
tool device instrument
near close nearby
hard difficult difficulty challenging
easy easily simple simply
earn earning income revenue
revenue turnover sales
profit gain
worker employee staff
editor edited edit
teacher teach coach
nickname nicknamed
located location situated lie lies place
contact contacts phone email call
club team side
score scored goal
publisher published publication
hit struck strike
rule ruled
cure treat treatment therapy
illness disease sickness
symptom sign
expensive dear price cost
cheap cheapest cheaper price cost
left remaining remain available stock
turn turned rotate rotated spin spun
pass passed enact enacted adopt adopted
contain contains include includes comprise comprises
prevent avoid
tell told inform informed notify notified
ask asked request requested
check checked examine examined inspect inspected
fix fixed repair repaired
stop stopped cease ceased halt halted
own owned owner possess belong
staff personnel workforce employee worker
pupil student
law act statute legislation
hire hired recruit employed
quit resign resigned leave left
send submit submitted deliver delivered
hand handed submit submitted reach
save saved store stored keep kept
clothes clothing wear worn dress
vacation holiday
rubbish waste garbage trash
send sent mail mailed post posted dispatch dispatched forward forwarded deliver delivered
start started join joined enter entered enrol enrolled register
buy bought order ordered purchase purchased
cost price expense expenses expenditure spend spent worth value
announce announced announcement declare declared
kill killed murder murdered assassinate assassinated die died
attack attacked assault raid strike struck
destroy destroyed damage damaged ruin ruined demolish demolished
complete completed finish finished
deny denied refuse refused reject rejected decline declined
agree agreed accept accepted consent approve approved
forbid forbidden prohibit prohibited ban banned
sue sued lawsuit suit litigation
suggest suggested propose proposed recommend recommended advise advised
answer answered reply replied respond responded response
injure injured wound wounded injury hurt
gift present
shop store
ship boat vessel
plane aircraft airplane
soldier soldiers troops
elect elected election vote voted
drug medicine medication
surgery operation operated
baby infant newborn
mother mom mum
father dad
method way approach technique procedure
advantage benefit
disadvantage drawback limitation
yearly annual annually year
monthly month
weekly week
daily day
quarterly quarter
hourly hour
maximum max limit cap
faulty defective broken
reduce reduced reduction cut
bury buried burial
steal stole stolen theft
protect protected protection guard guarded
try tried attempt attempted
rent lease leased
inhabitant population resident
describe described description call called
choose elect appoint appointed appointment
estimate estimated guess
responsible charge
recover recovered recovery recuperate
renew renewed renewal extend extended extension
insect pest bug
practise practice exercise
cash money currency
`
const groupsOf = (lines: string) =>
  lines
    .trim()
    .split(/\n|\|/)
    .map((line) => [
      ...new Set(
        line
          .trim()
          .split(/\s+/)
          .flatMap((word) => (word.includes('-') ? [] : [termOf(word)])),
      ),
    ])

function othersOf(groups: readonly (readonly string[])[]): ReadonlyMap<string, ReadonlySet<string>> {
  const others = new Map<string, Set<string>>()
  for (const group of groups)
    for (const stem of group) {
      const known = others.get(stem) ?? new Set()
      for (const other of group) if (other !== stem) known.add(other)
      others.set(stem, known)
    }
  return others
}
/** Words of everyday questions and texts. */
export const everydayWords: readonly string[] = [
  ...new Set(`${SAME} ${EVERYDAY}`.split(/[\s|]+/).filter((word) => /^\p{Ll}+$/u.test(word))),
]

const near = othersOf(groupsOf(`${SAME}${EVERYDAY}`))

/** Words that deny each other: whether something is open is answered by saying that it is closed. */
const OPPOSITE = new Map(
  `open closed|open shut|allowed forbidden|allowed prohibited|allowed banned|permitted forbidden|permitted prohibited|legal illegal|mandatory voluntary|mandatory optional
required optional|free paid|accept refuse|include exclude|included excluded|safe dangerous|public private|common rare|possible impossible|alive dead|enabled disabled|easy difficult`
    .split(/[|\n]/)
    .flatMap((pair) => {
      const [a = '', b = ''] = pair.split(' ').map(termOf)
      return [
        [a, b],
        [b, a],
      ] as const
    })
    .reduce((map, [a, b]) => map.set(a, [...(map.get(a) ?? []), b]), new Map<string, string[]>()),
)

/** Stems of words that answer a question for this one with no. */
export const oppositeStems = (stem: string): readonly string[] => OPPOSITE.get(stem) ?? []

const NONE: ReadonlySet<string> = new Set()

/** Stems of words that may stand for this one. */
export const relatedStems = (stem: string): ReadonlySet<string> => near.get(stem) ?? NONE

const ENDINGS = new Set(
  'or er ion ation ment ist ing al ial ive y ian ship ence ance ic ical iti ness ful eri ure ate ize is ed s es e ant ent able abl ibl i ional ual ous less hood dom'.split(
    ' ',
  ),
)
const SHORTEST = 4

/** Whether two stems are of one root: `invent` and `inventor`, `edit` and `editor`. */
export function sameRoot(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length < SHORTEST) return false
  if (long.startsWith(short)) {
    // "scan" and "scanner": the last letter is doubled
    const ending = long.slice(short.length)
    return ENDINGS.has(ending) || (ending[0] === short.at(-1) && ENDINGS.has(ending.slice(1)))
  }
  // "photographi" and "photograph", "commun" and "communiti": what is left of both is an ending
  const bare = short.replace(/(?:e|i|y|at|it)$/, '')
  return bare.length >= SHORTEST + 1 && long.startsWith(bare) && ENDINGS.has(long.slice(bare.length))
}
