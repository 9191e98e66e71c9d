import type { Json } from './api-call.rules.ts'

interface Typed {
  type: string
  base_type: string
  is_list: boolean
  labels: readonly string[]
}

/** Two different values of each type, in JSON. */
const samples: Readonly<Record<string, readonly [Json, Json]>> = {
  int2: [1, 2],
  int4: [1, 2],
  int8: [1, 2],
  oid: [1, 2],
  float4: [1.5, 2.5],
  float8: [1.5, 2.5],
  numeric: [1.5, 2.5],
  money: ['1.50', '2.50'],
  bool: [true, false],
  uuid: ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'],
  date: ['2030-01-31', '2030-02-28'],
  time: ['12:00:00', '13:30:00'],
  timetz: ['12:00:00+00', '13:30:00+00'],
  timestamp: ['2030-01-31T12:00:00', '2030-02-28T12:00:00'],
  timestamptz: ['2030-01-31T12:00:00Z', '2030-02-28T12:00:00Z'],
  interval: ['1 day', '2 days'],
  json: [{ key: 'value' }, { key: 'other' }],
  jsonb: [{ key: 'value' }, { key: 'other' }],
  bytea: ['\\x01', '\\x02'],
  bit: ['1', '0'],
  varbit: ['1', '0'],
  inet: ['192.0.2.1', '192.0.2.2'],
  cidr: ['192.0.2.0/24', '198.51.100.0/24'],
  macaddr: ['08:00:2b:01:02:03', '08:00:2b:01:02:04'],
  macaddr8: ['08:00:2b:01:02:03:04:05', '08:00:2b:01:02:03:04:06'],
  int4range: ['[1,10)', '[10,20)'],
  int8range: ['[1,10)', '[10,20)'],
  numrange: ['[1,10)', '[10,20)'],
  daterange: ['[2030-01-01,2030-02-01)', '[2030-02-01,2030-03-01)'],
  tsrange: ['[2030-01-01,2030-02-01)', '[2030-02-01,2030-03-01)'],
  tstzrange: ['[2030-01-01,2030-02-01)', '[2030-02-01,2030-03-01)'],
  point: ['(1,2)', '(2,3)'],
  tsvector: ['some words', 'other words'],
  xml: ['<a/>', '<b/>'],
  bpchar: ['a', 'b'],
  char: ['a', 'b'],
}
const TEXT: readonly [Json, Json] = ['some text', 'other text']

/** An example value of a type. `which` selects one of two different values. */
export function sampleOf({ type, base_type, is_list, labels }: Typed, which: 0 | 1 = 0): Json {
  const one = labels.length > 0 ? (labels[which] ?? labels[0]!) : (samples[base_type] ?? TEXT)[which]
  const fitting = typeof one === 'string' && base_type === 'varchar' ? one.slice(0, lengthIn(type)) : one
  return is_list ? [fitting] : fitting
}

/** 3 for `character varying(3)`; infinite without a limit. */
const lengthIn = (type: string) => Number(/\((\d+)\)/.exec(type)?.[1] ?? Number.POSITIVE_INFINITY)

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric'])
const TEXTS = new Set(['text', 'varchar', 'bpchar', 'citext'])
const DATE_TIME_TYPES = new Set(['date', 'timestamp', 'timestamptz'])

export const isNumber = ({ base_type, is_list }: Typed) => !is_list && NUMBERS.has(base_type)
export const isText = ({ base_type, is_list, labels }: Typed) =>
  !is_list && labels.length === 0 && TEXTS.has(base_type)
export const isDateTime = ({ base_type, is_list }: Typed) => !is_list && DATE_TIME_TYPES.has(base_type)
