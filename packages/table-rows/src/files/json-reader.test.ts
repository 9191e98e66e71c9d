import { expect, test } from 'vitest'
import { JsonArrayReader, JsonLinesReader, jsonRecord } from './json-reader.ts'
import type { ReadRecord, RecordReader } from './record.ts'

const COLUMNS = [
  { key: 'a', as: 'text' },
  { key: 'list', as: 'array' },
] as const

function read(reader: RecordReader, text: string, piece = text.length || 1): ReadRecord[] {
  const records: ReadRecord[] = []
  for (let at = 0; at < text.length; at += piece) records.push(...reader.push(text.slice(at, at + piece)))
  return [...records, ...reader.end()]
}
const lines = (text: string, piece?: number) => read(new JsonLinesReader(jsonRecord(COLUMNS)), text, piece)
const array = (text: string, piece?: number) => read(new JsonArrayReader(jsonRecord(COLUMNS)), text, piece)
const first = (text: string) => {
  const [record] = lines(text)
  return record && 'values' in record ? record.values : record?.reason
}

test.each([
  ['{"a": "x"}', ['x', null]],
  ['{"a": ""}', ['', null]],
  ['{"a": null, "list": null}', [null, null]],
  ['{"a": 12345678901234567890.10}', ['12345678901234567890.10', null]],
  ['{"a": -0}', ['-0', null]],
  ['{"a": 1.10}', ['1.10', null]],
  ['{"a": 1e400}', ['1e400', null]],
  ['{"a": true}', ['true', null]],
  ['{"a": {"b": [9007199254740993, "é"]}}', ['{"b":[9007199254740993,"é"]}', null]],
  ['{"a": [1, "x"]}', ['[1,"x"]', null]],
  [
    '{"list": [1, null, "a\\"b\\\\c", ["x"], {"y": 1}]}',
    [null, '{"1",NULL,"a\\"b\\\\c",{"x"},"{\\"y\\":1}"}'],
  ],
  ['{"list": "{1,2}"}', [null, '{1,2}']],
  ['{"toString": 1}', [null, null]],
  ['[1]', 'A row is an object, such as {"id": 1}.'],
  ['7', 'A row is an object, such as {"id": 1}.'],
])('the values of %s', (text, expected) => {
  expect(first(text)).toEqual(expected)
})

test('lines are numbered, empty ones left out and broken ones named', () => {
  const records = lines('{"a": 1}\n\n{"a": \r\n{"a": 2}')
  expect(records).toMatchObject([
    { line: 1, values: ['1', null] },
    { line: 3, reason: expect.stringContaining('This is not JSON'), value: '{"a":' },
    { line: 4, values: ['2', null] },
  ])
})

test('an array cut anywhere reads the same', () => {
  const text = '[\n {"a": "}\\"{[", "list": [[1], []]},\n{"a": {"b": "\\\\"}}, {}\n]\n'
  const whole = array(text)
  expect(whole).toEqual([
    { line: 1, values: ['}"{[', '{{"1"},{}}'] },
    { line: 2, values: ['{"b":"\\\\"}', null] },
    { line: 3, values: [null, null] },
  ])
  for (let piece = 1; piece < text.length; piece += 1) expect(array(text, piece)).toEqual(whole)
})

test('objects that follow one another need no array', () => {
  expect(array('{\n"a": 1\n}\n{"a": 2}').map(({ line }) => line)).toEqual([1, 2])
})

test.each([
  ['[{"a": 1}', 'The file ends before its array does.'],
  ['[{"a": 1}, {"a": ', 'The file ends within the object that begins on line 1.'],
  ['[1, 2]', 'Line 1 has 1 where an object should begin. A JSON file is an array of objects.'],
  ['[{}]\n{"a": 1}', 'Something follows the end of the array on line 2.'],
])('a file such as %s is refused', (text, message) => {
  expect(() => array(text)).toThrow(message)
})

test('a column of JSON keeps JSON strings as such', () => {
  const reader = new JsonLinesReader(jsonRecord([{ key: 'a', as: 'json' }]))
  expect(
    read(reader, '{"a": "x"}\n{"a": {"b": 1}}\n{"a": null}').map((one) => 'values' in one && one.values),
  ).toEqual([['"x"'], ['{"b":1}'], [null]])
})
