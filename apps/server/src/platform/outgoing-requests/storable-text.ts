/** The text without the character that PostgreSQL cannot store. */
export const storableText = (text: string) => text.replaceAll('\0', '')
