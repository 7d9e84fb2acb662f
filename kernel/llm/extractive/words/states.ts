/** States of the USA with the codes of the postal service (USPS Publication 28, appendix B), as tables have them. */
const STATES = `
alabama AL|alaska AK|arizona AZ|arkansas AR|california CA|colorado CO|connecticut CT|delaware DE|district of columbia DC|florida FL|georgia GA|hawaii HI|idaho ID
illinois IL|indiana IN|iowa IA|kansas KS|kentucky KY|louisiana LA|maine ME|maryland MD|massachusetts MA|michigan MI|minnesota MN|mississippi MS|missouri MO|montana MT
nebraska NE|nevada NV|new hampshire NH|new jersey NJ|new mexico NM|new york NY|north carolina NC|north dakota ND|ohio OH|oklahoma OK|oregon OR|pennsylvania PA
puerto rico PR|rhode island RI|south carolina SC|south dakota SD|tennessee TN|texas TX|utah UT|vermont VT|virginia VA|washington WA|west virginia WV|wisconsin WI|wyoming WY`

const CODES = new Map(
  STATES.trim()
    .split(/[|\n]/)
    .map((state) => [state.slice(0, -3), state.slice(-2)] as const),
)
/** The longest first: West Virginia is not Virginia. */
const NAMED = new RegExp(`\\b(?:${[...CODES.keys()].sort((a, b) => b.length - a.length).join('|')})\\b`, 'i')

/** The state that a text names, in small letters, with its code. */
export function stateNamed(text: string): { readonly name: string; readonly code: string } | undefined {
  const name = NAMED.exec(text)?.[0].toLowerCase()
  return name === undefined ? undefined : { name, code: CODES.get(name)! }
}
