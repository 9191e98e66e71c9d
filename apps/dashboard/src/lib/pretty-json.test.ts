import { expect, test } from 'vitest'
import { prettyJson } from './pretty-json.ts'

test.each([
  '{"a":1,"b":[true,null,{"c":"x"}],"d":{}}',
  '[ ]',
  '{"a": {  }, "b": [\n]}',
  ' [1, [2, [3]]] ',
  '{"say \\"hi\\", {x}": "a:b,[c]\\\\"}',
])('%s is printed as JSON.stringify would', (text) => {
  expect(prettyJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
})

test('numbers keep every digit and keys their order', () => {
  expect(prettyJson('{"2": 12345678901234567890.10, "1": 1e400, "2": 0}')).toBe(
    '{\n  "2": 12345678901234567890.10,\n  "1": 1e400,\n  "2": 0\n}',
  )
})

test.each([null, '', 'text', '7', '"text"', '{broken', '{1,2,3}'])('%s is not formatted', (text) => {
  expect(prettyJson(text)).toBeUndefined()
})
