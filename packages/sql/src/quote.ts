/** `name` as a delimited identifier. Always quoted, so that no list of keywords is needed. */
export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A table, type or function by schema and name. */
export const quoteQualified = (schema: string, name: string) =>
  `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`

/**
 * `value` as a string literal that reads the same whether standard_conforming_strings is on or off:
 * text with a backslash is written in the E'' form.
 */
export const quoteLiteral = (value: string) => {
  const doubled = value.replaceAll("'", "''")
  return doubled.includes('\\') ? `E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`
}

/** An array in the syntax of PostgreSQL, as the value of a parameter: `{"a",NULL}`. */
export const arrayLiteral = (values: readonly (string | null)[]) => `{${values.map(arrayElement).join(',')}}`

const arrayElement = (value: string | null) => (value === null ? 'NULL' : `"${escapedElement(value)}"`)

/** Nearly no value has anything to escape, and replacing takes longer than searching. */
const escapedElement = (value: string) =>
  value.includes('\\') || value.includes('"') ? value.replaceAll('\\', '\\\\').replaceAll('"', '\\"') : value

/** A dollar quote such as `$function$` that `text` does not contain, to stand before and after it: for the body of a function. */
export function dollarQuoteFor(text: string): string {
  let tag = 'function'
  for (let number = 1; text.includes(`$${tag}`); number += 1) tag = `function${number}`
  return `$${tag}$`
}
