import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { expect, test } from 'vitest'
import { parseArray, printArray } from './array-text.rules.ts'
import { bytesOf, hexText } from './bytea.rules.ts'
import { fromPicker, nowText, offsetText, toPicker } from './moment.rules.ts'
import { valueKind, valueProblem } from './value-kind.rules.ts'

const column = (format: string, over: Partial<GridColumn> = {}) => ({
  format,
  enum: null,
  array_of: null,
  ...over,
})

test.each([
  ['text', column('text')],
  ['text', column('public.citext')],
  ['text', column('inet')],
  ['number', column('numeric')],
  ['boolean', column('bool')],
  ['enum', column('public.mood', { enum: ['a'] })],
  ['timestamp', column('timestamptz')],
  ['json', column('jsonb')],
  ['array', column('_int4', { array_of: { format: 'int4', enum: null } })],
  ['uuid', column('uuid')],
  ['bytea', column('bytea')],
])('%s', (kind, of) => {
  expect(valueKind(of)).toBe(kind)
})

const mood = column('public.mood', { enum: ['calm', "it's"] })
const list = column('_text', { array_of: { format: 'text', enum: null } })
test.each<[ReturnType<typeof column>, string, boolean]>([
  [column('int2'), '32767', true],
  [column('int2'), '32768', false],
  [column('int4'), '-2147483648', true],
  [column('int8'), '9223372036854775807', true],
  [column('int8'), '9223372036854775808', false],
  [column('int4'), '1.5', false],
  [column('int4'), '0xff', true],
  [column('int4'), '1_000', true],
  [column('int4'), '', false],
  [column('numeric'), '0.1000000000000000000001', true],
  [column('numeric'), '.5', true],
  [column('numeric'), 'NaN', true],
  [column('float8'), '-Infinity', true],
  [column('float8'), '1e400', true],
  [column('numeric'), '1,5', false],
  [mood, "it's", true],
  [mood, 'angry', false],
  [column('jsonb'), '{"a": 12345678901234567890.10}', true],
  [column('jsonb'), '{a: 1}', false],
  [column('jsonb'), '', false],
  [column('uuid'), '7b1b3c5e-8d4f-4a52-9a5d-0c6cb2a3f4e1', true],
  [column('uuid'), '{7b1b3c5e8d4f4a529a5d0c6cb2a3f4e1}', true],
  [column('uuid'), '7b1b', false],
  [column('bytea'), '\\x00FF', true],
  [column('bytea'), '\\x0', false],
  [column('bytea'), 'plain', true],
  [list, '{a,b}', true],
  [list, '[2:3]={a,b}', true],
  [list, 'a,b', false],
  [column('text'), 'anything', true],
])('%j accepts %j: %s', (of, text, isAccepted) => {
  expect(valueProblem(of, text) === undefined).toBe(isAccepted)
})

test.each([
  ['{}', []],
  ['{a,b}', ['a', 'b']],
  ['{"a b",NULL,"NULL",""}', ['a b', null, 'NULL', '']],
  ['{"it\\"s","back\\\\slash","{x}","a,b"}', ['it"s', 'back\\slash', '{x}', 'a,b']],
  ['{1.10,-2}', ['1.10', '-2']],
  ['{"line\nbreak"}', ['line\nbreak']],
])('the array %j has the items %j, and is printed the same', (text, items) => {
  expect(parseArray(text)).toEqual(items)
  expect(printArray(items)).toBe(text)
})

test.each(['{{1,2},{3,4}}', '[0:1]={1,2}', '{a', 'a}', '{a,}', '{a"b}', '', '{a}b}'])(
  'the array %j is edited as text',
  (text) => {
    expect(parseArray(text)).toBeUndefined()
  },
)

test.each([
  ['date', '2026-02-03', '2026-02-03'],
  ['date', 'infinity', ''],
  ['date', '0044-03-15 BC', ''],
  ['date', null, ''],
  ['time', '04:05:06.789', '04:05:06'],
  ['timetz', '04:05:06+02', '04:05:06'],
  ['timestamp', '2026-02-03 04:05:06.789', '2026-02-03T04:05:06'],
  ['timestamptz', '2026-02-03 04:05:06+05:45', '2026-02-03T04:05:06'],
  ['timestamptz', '12026-02-03 04:05:06+00', ''],
])('a picker shows the %s %s as %s', (format, text, picked) => {
  expect(toPicker(format, text)).toBe(picked)
})

test.each([
  ['date', '2026-02-03', null, '2026-02-03'],
  ['time', '04:05', '01:02:03', '04:05:00'],
  ['timetz', '04:05:07', '01:02:03+02', '04:05:07+02'],
  ['timestamp', '2026-02-03T04:05', '2025-01-01 00:00:00', '2026-02-03 04:05:00'],
  ['timestamptz', '2026-02-03T04:05:06', '2025-01-01 00:00:00-03:30', '2026-02-03 04:05:06-03:30'],
  ['timestamptz', '', '2025-01-01 00:00:00-03:30', ''],
])('picking a %s %j over %j gives %j', (format, picked, text, next) => {
  expect(fromPicker(format, picked, text)).toBe(next)
})

test('a picked time without a zone gets that of the browser at that moment', () => {
  const zone = offsetText(new Date('2026-07-01T12:00:00'))
  expect(fromPicker('timestamptz', '2026-07-01T12:00:00', null)).toBe(`2026-07-01 12:00:00${zone}`)
})

test('now is what the clock of the browser shows', () => {
  const now = new Date(2026, 0, 2, 3, 4, 5)
  expect(['date', 'time', 'timestamp'].map((format) => nowText(format, now))).toEqual([
    '2026-01-02',
    '03:04:05',
    '2026-01-02 03:04:05',
  ])
  expect(nowText('timestamptz', now)).toBe(`2026-01-02 03:04:05${offsetText(now)}`)
})

test('bytes become hexadecimal text and back', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  expect(bytesOf(hexText(bytes))).toEqual(bytes)
  expect(hexText(new Uint8Array())).toBe('\\x')
  expect([bytesOf('\\x0'), bytesOf('\\xzz'), bytesOf('plain')]).toEqual([undefined, undefined, undefined])
})
