/** A statement without the comment with which pg_dump begins each object. */
export const withoutHeader = (text: string) => text.replace(HEADER, '').trim()

const HEADER = /^(?:\s*--[^\n]*\n)+/
