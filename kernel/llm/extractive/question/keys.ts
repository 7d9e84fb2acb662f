/** Keys that are pressed together, as manuals write them: "Ctrl+I", "Shift-Alt-F4". */
const TOGETHER =
  /\b(?:ctrl|control|strg|shift|alt|cmd|command|option|meta|super|win)(?: ?[+-] ?(?:shift|alt|ctrl|F\d{1,2}|[\p{L}\d](?![\p{L}\d])))+/giu
const ONE = /\b(?:ctrl|strg|shift|alt|cmd|esc|F\d{1,2}|keys?)\b|\bpress(?:ing)? (?:the )?\S/i
const ASKED = /\b(?:what|which) (?:keys?|key ?(?:combination|stroke)s?|(?:keyboard )?shortcuts?|hot ?keys?)\b|\bshortcut (?:for|to)\b/i
/** What a line "Ctrl+B: Combat manager" need not say. */
const UNSAID = /^(?:keys?|combinations?|keystrokes?|keyboard|shortcuts?|hotkeys?|press|use|opens?|shows?|starts?)$/

export const asksForKeys = (question: string): boolean => ASKED.test(question)
export const isUnsaidOfKeys = (word: string): boolean => UNSAID.test(word)
export const saysKeys = (text: string): boolean => ONE.test(text)
/** What is searched for beside such a question's words. */
export const KEYS_SEARCHED_FOR = 'ctrl shift alt key'
/** The combinations in a text, in small letters. */
export const keysIn = (text: string): string[] => (text.match(TOGETHER) ?? []).map((keys) => keys.toLowerCase())
