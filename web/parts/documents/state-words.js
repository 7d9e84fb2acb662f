import { bytes } from '../format.js'

/** What the server says of an upload at work, in the words of the console: chunks are called passages here, and sizes have their unit. */
export const stateWords = ({ message }) =>
  message
    ?.replace(/\bchunk(s?)\b/g, 'passage$1')
    .replace(/: 0 of \d+ bytes$/, '')
    .replace(/\b(\d+) of (\d+) bytes\b/, (_, done, all) => `${bytes(Number(done))} of ${bytes(Number(all))}`) ?? ''
