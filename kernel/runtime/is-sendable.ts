/** Whether a header can carry the key: what it cannot carry is repeated in the failures of those who try, and a key never is. */
export const isSendable = (key: string): boolean => /^[\x20-\x7e]+$/.test(key.trim())
