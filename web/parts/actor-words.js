/** Names that the server gives to callers that give no name. */
const NAMELESS = new Set(['dashboard-user', 'anonymous'])

/** Who did something, as people say it. */
export const actorWords = (actor) => (NAMELESS.has(actor) ? 'somebody unnamed' : actor)
