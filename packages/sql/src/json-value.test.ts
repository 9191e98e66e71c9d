import { expect, test } from 'vitest'
import { jsonWriter } from './json-value.ts'

test.each([
  ['bool', 't', true],
  ['bool', 'f', false],
  ['bool', 'perhaps', 'perhaps'],
  ['int4', '-7', -7],
  ['int4', '', ''],
  ['int4', '0x10', '0x10'],
  ['int4', '007', '007'],
  ['int8', '9007199254740991', 9007199254740991],
  ['int8', '9007199254740993', '9007199254740993'],
  ['float8', '1e+20', 1e20],
  ['float8', '-0.5', -0.5],
  ['float8', '0x10', '0x10'],
  ['float8', 'NaN', 'NaN'],
  ['float4', '-Infinity', '-Infinity'],
  ['numeric', '12345678901234567890.10', '12345678901234567890.10'],
  ['jsonb', '{"a": [1]}', { a: [1] }],
  ['json', '{', '{'],
  ['text', '1', '1'],
  ['text[]', '{a,"b"}', '{a,"b"}'],
])('%s %s is %j in JSON', (type, text, value) => {
  expect(JSON.parse(jsonWriter(type)(text))).toEqual(value)
})
