/** Names of types as people write them, and as PostgreSQL prints them. */
const PRINTED: Readonly<Record<string, string>> = {
  bool: 'boolean',
  char: 'character',
  dec: 'numeric',
  decimal: 'numeric',
  float: 'double precision',
  float4: 'real',
  float8: 'double precision',
  int: 'integer',
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  time: 'time without time zone',
  timetz: 'time with time zone',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
  varbit: 'bit varying',
  varchar: 'character varying',
}

/**
 * A type as PostgreSQL prints it in the signature of a function, where lengths do not count. What it does not know stays as
 * it is, so two texts that differ may still name one type.
 */
export function printedType(written: string): string {
  const text = written
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^(?:pg_catalog|"pg_catalog")\./, '')
  if (text.includes('"')) return text
  const [, base = '', dimensions = ''] = /^(.*?)\s*((?:\[\d*\]\s*)*)$/.exec(text.toLowerCase())!
  const bare = base.replace(/\s*\([^)]*\)/, '')
  return `${PRINTED[bare] ?? bare}${dimensions === '' ? '' : '[]'}`
}
