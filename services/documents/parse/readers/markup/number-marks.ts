/** Stand around a number that Word shows in front of a paragraph; noncharacters, which no text holds. */
export const NUMBER_START = '\ufdd0'
export const NUMBER_END = '\ufdd1'
