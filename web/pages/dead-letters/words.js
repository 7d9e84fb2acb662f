/** States of a dead letter in words. */
export const states = { open: 'open', redriven: 'sent again', resolved: 'resolved', discarded: 'discarded' }

/** Why no further try was made. */
export const kinds = {
  terminal: 'no further try would help',
  exhausted: 'all tries were used up',
  poison: 'the process ended each time it was tried',
  schema: 'it could not be read',
}

export const pageWords = { upload: 'the document', document: 'the document', run: 'the run' }

/** What a dead letter is called: the file that it is about, else what kind of record it is. */
export const nameOf = ({ file, links, topic }) =>
  file ?? (links.some(({ rel }) => rel === 'run') ? 'A step of a run' : `A record of ${topic}`)
