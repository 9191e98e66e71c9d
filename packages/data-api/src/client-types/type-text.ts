/** A TypeScript type: literal text, or a structure that `typeText` quotes and indents. */
export type TypeText =
  | string
  | { readonly fields: readonly FieldText[] }
  | { readonly listOf: TypeText }
  | { readonly orNull: TypeText }
  /** A tuple. */
  | { readonly items: readonly TypeText[] }
  | { readonly oneOf: readonly TypeText[] }

export interface FieldText {
  /** As in the database. */
  readonly name: string
  readonly type: TypeText
  readonly isOptional?: boolean
  /** The comment of the database object. */
  readonly about?: string | null
}

const BARE = /^[A-Za-z_$][\w$]*$/

/** A name as a key of an object type or literal. */
export const keyText = (name: string) => (BARE.test(name) ? name : stringText(name))

/** A string literal: JSON's escapes are valid in JavaScript. */
export const stringText = (text: string) => JSON.stringify(text)

/** Compares by code units: independent of the locale. */
export const byName = <T extends { readonly name: string }>(a: T, b: T) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0

/** The text of a type whose first line is indented by `depth` levels. */
export function typeText(type: TypeText, depth = 0): string {
  if (typeof type === 'string') return type
  if ('listOf' in type) {
    const item = typeText(type.listOf, depth)
    return typeof type.listOf === 'string' && /[|&]/.test(item) ? `(${item})[]` : `${item}[]`
  }
  if ('orNull' in type) return `${typeText(type.orNull, depth)} | null`
  const inner = indent(depth + 1)
  if ('items' in type)
    return `[\n${type.items.map((item) => `${inner}${typeText(item, depth + 1)},\n`).join('')}${indent(depth)}]`
  if ('oneOf' in type) {
    if (type.oneOf.length === 1) return typeText(type.oneOf[0]!, depth)
    return type.oneOf.map((one) => `\n${inner}| ${typeText(one, depth + 1)}`).join('')
  }
  if (type.fields.length === 0) return '{ [_ in never]: never }'
  const fields = type.fields.map(({ name, type: value, isOptional, about }) => {
    const written = typeText(value, depth + 1)
    const key = `${keyText(name)}${isOptional ? '?' : ''}:${written.startsWith('\n') ? '' : ' '}`
    return `${aboutText(about, depth + 1)}${inner}${key}${written}\n`
  })
  return `{\n${fields.join('')}${indent(depth)}}`
}

export const indent = (depth: number) => '  '.repeat(depth)

/** A doc comment, with any comment terminator in it escaped. */
function aboutText(about: string | null | undefined, depth: number) {
  const lines = (about ?? '')
    .trim()
    .replaceAll('*/', '*\\/')
    .split(/\r\n?|[\n\u2028\u2029]/)
  if (lines.length === 1) return lines[0] === '' ? '' : `${indent(depth)}/** ${lines[0]} */\n`
  const middle = lines.map((line) => `${indent(depth)} * ${line}`.trimEnd())
  return [`${indent(depth)}/**`, ...middle, `${indent(depth)} */`, ''].join('\n')
}
