import type { ResultField } from '@basalt/contract/query/query.schema.ts'
import pg from 'pg'

/** Writes a value that PostgreSQL printed as JSON text. */
type JsonWriter = (text: string) => string

const { BOOL, INT2, INT4, INT8, FLOAT4, FLOAT8, JSON: JSON_OID, JSONB } = pg.types.builtins

const asText: JsonWriter = (text) => JSON.stringify(text)
const asIs: JsonWriter = (text) => text
const asBoolean: JsonWriter = (text) => (text === 't' ? 'true' : 'false')
const asSafeInteger: JsonWriter = (text) => (Number.isSafeInteger(Number(text)) ? text : asText(text))
const asFinite: JsonWriter = (text) => (Number.isFinite(Number(text)) ? text : asText(text))
const asDocument: JsonWriter = (text) => {
  try {
    JSON.parse(text)
    return text
  } catch {
    return asText(text)
  }
}

const writers = new Map<number, JsonWriter>([
  [BOOL, asBoolean],
  [INT2, asIs],
  [INT4, asIs],
  [INT8, asSafeInteger],
  [FLOAT4, asFinite],
  [FLOAT8, asFinite],
  [JSON_OID, asDocument],
  [JSONB, asDocument],
])

/** JSON's own type where it holds the value exactly, text otherwise: numeric, timestamps and large int8 stay text. */
export const jsonWriter = ({ type_id }: Pick<ResultField, 'type_id'>): JsonWriter =>
  writers.get(type_id) ?? asText
