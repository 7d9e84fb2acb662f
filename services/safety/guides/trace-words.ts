import { termOf } from '../../../kernel/text/terms.ts'

const groups = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(termOf))

/** Words that instructions use for one another. */
const SAME = groups(`
  student students pupil child children learner kid
  staff personnel employee worker
  parent guardian family families
  leave exit evacuate vacate
  lead guide escort take move bring walk direct accompany
  call phone dial telephone contact notify alert inform tell report
  check verify confirm ensure make inspect examine
  begin start initiate activate
  stop end halt cease
  help assist aid support
  count account attendance roll
  keep maintain hold remain stay
  find locate identify
  get obtain gather collect fetch
  give provide supply distribute hand
  practice practise drill rehearse exercise
  train teach instruct
  review read study learn know
  place area location site spot
  room classroom
  hurt injured injury wounded
  responder responders crew
  quickly immediately promptly once
  quiet quietly silent silence
  secure lock
  close shut
  release dismiss
  record document write note log
  signal announcement announce announced
  visitor guest
  wait stand
  crisis incident emergency event
  map diagram
  route path way
  meet gather assemble
  building school facility campus
  go goes proceed move walk send
  update revise
  arrange plan schedule organize
  talk speak
  debrief discuss
  use employ
  return reenter
  missing absent
  person people everyone anyone individual
  post display hang
  need require
  item supply supplies
  assign designate name appoint
  repair fix
  kit bag
`)

/** Words that add manner or order and nothing to be done. */
export const MANNER: ReadonlySet<string> = new Set(
  `quickly calmly safely promptly immediately carefully quietly orderly slowly calm safe quick then next first finally also now always please soon
  everyone all each make sure clearly directly together right away once fully properly remain keep need`
    .split(/\s+/)
    .map(termOf),
)

/** People who act in a plan, whichever roles it names: who does a thing is what a guide is about. */
export const ACTORS: ReadonlySet<string> = new Set(
  `teacher principal nurse counselor counsellor custodian secretary driver police officer sheriff firefighter superintendent parent
  coach librarian substitute volunteer visitor contractor cook cafeteria aide paraprofessional psychologist janitor receptionist dispatcher
  administrator director coordinator commander student staff medic paramedic responder warden monitor`
    .split(/\s+/)
    .map(termOf),
)

const OPPOSITES = groups(`
  open close
  open shut
  lock unlock
  enter exit
  enter leave
  inside outside
  indoors outdoors
  left right
  upstairs downstairs
  start stop
  begin end
  silence activate
  upwind downwind
  stay leave
  remain leave
  allow forbid
  allow prohibit
  permit prohibit
  approach avoid
  always never
  north south
  east west
  higher lower
  increase reduce
  increase decrease
  front back
  front rear
  first last
  cover uncover
  accept refuse
  connect disconnect
  raise lower
  public private
  morning afternoon
  near far
  run walk
  above below
  minimum maximum
  least most
  crosswind downwind
  crosswind upwind
  day night
  keep discard
`)
/** Small words that turn a sense round, each with what stands in its place. */
export const SMALL_OPPOSITES: readonly (readonly [string, string])[] = [
  ['off', 'on'],
  ['down', 'up'],
  ['out', 'into'],
  ['before', 'after'],
  ['above', 'below'],
  ['without', 'with'],
  ['toward', 'away'],
  ['towards', 'away'],
  ['inside', 'outside'],
  ['from', 'to'],
  ['until', 'after'],
  ['over', 'under'],
  ['same', 'another'],
  ['every', 'only'],
  ['any', 'only'],
]

const mapOf = (lists: readonly (readonly string[])[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const map = new Map<string, Set<string>>()
  for (const list of lists)
    for (const word of list) {
      const others = map.get(word) ?? new Set<string>()
      for (const other of list) if (other !== word) others.add(other)
      map.set(word, others)
    }
  return map
}

/** Stems that stand for a stem. */
export const synonymsOf = mapOf(SAME)
/** Stems that say the contrary of a stem. */
export const oppositesOf = mapOf(OPPOSITES)
