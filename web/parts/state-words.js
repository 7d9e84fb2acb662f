/** What the server says of an upload at work, in the words of the console: chunks are called passages here. */
export const stateWords = ({ message }) => message?.replace(/\bchunk(s?)\b/g, 'passage$1') ?? ''
