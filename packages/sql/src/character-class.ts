export const SPACE = 1
export const IDENTIFIER_START = 2
export const IDENTIFIER_PART = 4

const classes = new Uint8Array(128)
const mark = (characters: string, characterClass: number) => {
  for (const character of characters) classes[character.charCodeAt(0)]! |= characterClass
}
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_'
mark(' \t\n\r\f\v', SPACE)
mark(LETTERS, IDENTIFIER_START | IDENTIFIER_PART)
mark('0123456789$', IDENTIFIER_PART)

/**
 * Whether a UTF-16 code belongs to a lexical class of PostgreSQL. Everything beyond ASCII, even a no-break space, is a
 * letter of an identifier. A negative code belongs to no class.
 */
export const hasClass = (code: number, characterClass: number) =>
  code >= 128 ? characterClass !== SPACE : code >= 0 && (classes[code]! & characterClass) !== 0
