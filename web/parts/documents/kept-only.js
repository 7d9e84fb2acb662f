/** A file that has come in whole and that nobody can search: it is kept, and that is not the same as ready. */
export const isKeptOnly = ({ status, searchable }) => status === 'complete' && searchable === false
