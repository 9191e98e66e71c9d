/** Converts PostgreSQL's text of a value to JSON. */
export type JsonWriter = (text: string) => string

const asText: JsonWriter = (text) => JSON.stringify(text)
const asBoolean: JsonWriter = (text) => (text === 't' ? 'true' : text === 'f' ? 'false' : asText(text))
const asInteger: JsonWriter = (text) =>
  /^-?(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text)) ? text : asText(text)
/** JSON has no `NaN` and `Infinity`. */
const asFloat: JsonWriter = (text) =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/.test(text) && Number.isFinite(Number(text))
    ? text
    : asText(text)
const asDocument: JsonWriter = (text) => {
  try {
    JSON.parse(text)
    return text
  } catch {
    return asText(text)
  }
}

const writers: ReadonlyMap<string, JsonWriter> = new Map([
  ['bool', asBoolean],
  ['int2', asInteger],
  ['int4', asInteger],
  ['int8', asInteger],
  ['float4', asFloat],
  ['float8', asFloat],
  ['json', asDocument],
  ['jsonb', asDocument],
])

/**
 * The JSON writer for a PostgreSQL type name: a JSON type if that represents the value exactly, text otherwise. Numeric,
 * timestamps and large int8 stay text. A user-defined type may have the name of a built-in one, so each value is checked.
 */
export const jsonWriter = (type: string): JsonWriter => writers.get(type) ?? asText
