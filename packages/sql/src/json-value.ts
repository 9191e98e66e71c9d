/** Writes a value that PostgreSQL printed as JSON text. */
export type JsonWriter = (text: string) => string

const asText: JsonWriter = (text) => JSON.stringify(text)
const asBoolean: JsonWriter = (text) => (text === 't' ? 'true' : text === 'f' ? 'false' : asText(text))
const asInteger: JsonWriter = (text) =>
  /^-?(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text)) ? text : asText(text)
/** `NaN` and `Infinity` are no numbers in JSON. */
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
 * How values of a type, by the name PostgreSQL gives it, are written: in JSON's own type where that holds the value
 * exactly, as text otherwise. Numeric, timestamps and large int8 stay text. A type of a user's own may bear the name of
 * another, so that each value is looked at.
 */
export const jsonWriter = (type: string): JsonWriter => writers.get(type) ?? asText
