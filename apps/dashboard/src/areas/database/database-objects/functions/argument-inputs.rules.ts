/** How a value of a type is entered. */
export type InputKind = 'text' | 'number' | 'boolean' | 'other'

const TEXT = /^(text|character( varying)?(\(\d+\))?|"char"|name|citext|bpchar)$/
const NUMBER = /^(smallint|integer|bigint|real|double precision|numeric(\(.*\))?|oid|money)$/

/** By the name that PostgreSQL writes for a type; `other` is also what has a type of its own, such as a domain. */
export function inputKindOf(type: string): InputKind {
  const bare = type.replace(/^(pg_catalog|extensions)\./, '')
  if (TEXT.test(bare)) return 'text'
  if (NUMBER.test(bare)) return 'number'
  return bare === 'boolean' ? 'boolean' : 'other'
}

/** The simplest value of a kind; undefined where there is none, and NULL is passed at first. */
export const simplestOf: Readonly<Record<InputKind, string | undefined>> = {
  text: '',
  number: '0',
  boolean: 'false',
  other: undefined,
}

const EXAMPLES: readonly (readonly [type: RegExp, example: string])[] = [
  [/\[\]$|array$/, '{1,2}'],
  [/^date$/, '2026-01-31'],
  [/^timestamp/, '2026-01-31 12:00:00+00'],
  [/^time/, '12:00:00'],
  [/^interval/, '1 day 2 hours'],
  [/^uuid$/, '00000000-0000-0000-0000-000000000000'],
  [/^jsonb?$/, '{"key": 1}'],
  [/^bytea$/, '\\x0102'],
  [/^inet$|^cidr$/, '192.0.2.1'],
  [/range$/, '[1,5)'],
]

/** How a value of a type is written, as the placeholder of its field. */
export const exampleOf = (type: string): string =>
  EXAMPLES.find(([pattern]) => pattern.test(type))?.[1] ??
  { text: 'Empty text', number: '0', boolean: 'false', other: '' }[inputKindOf(type)]
