import { expect, test } from 'vitest'
import {
  addMember,
  JSON_DEPTH_MAX,
  type JsonContainer,
  type JsonNode,
  readJson,
  removeMember,
  repeatedKeys,
  replacePart,
} from './json-text.rules.ts'

/** The value at a path of indexes, such as the second entry of the first item. */
const nodeAt = (text: string, path: readonly number[]) =>
  path.reduce<JsonNode>((node, index) => {
    if (node.kind === 'scalar') throw new Error('A scalar has no members.')
    return node.kind === 'object' ? node.entries[index]!.value : node.items[index]!
  }, readJson(text)!)
const containerAt = (text: string, path: readonly number[]) => nodeAt(text, path) as JsonContainer

const written = '{"2": [1.10, "a:b,\\u0041"], "1": {}, "2": null, "n": 12345678901234567890.10E+2}'

test.each<[readonly number[], string, string]>([
  [[0, 0], '1.10', written.replace('1.10', 'X')],
  [[0, 1], '"a:b,\\u0041"', written.replace('"a:b,\\u0041"', 'X')],
  [[2], 'null', written.replace('null', 'X')],
  [[3], '12345678901234567890.10E+2', written.replace('12345678901234567890.10E+2', 'X')],
])('the value at %j is %s as written, and replacing it changes nothing else', (path, text, changed) => {
  const node = nodeAt(written, path)
  expect(node).toMatchObject({ kind: 'scalar', text })
  expect(replacePart(written, node, 'X')).toBe(changed)
})

test.each([
  ['{}', [], '{"key": null}'],
  ['{ }', [], '{"key": null}'],
  ['[]', [], '[null]'],
  ['{"a": 1}', [], '{"a": 1, "key": null}'],
  ['{"a":1,"b":2}', [], '{"a":1,"b":2,"key":null}'],
  ['{"key": 1, "key2": 2}', [], '{"key": 1, "key2": 2, "key3": null}'],
  ['[1 , 2]', [], '[1 , 2,  null]'],
  ['[1,2]', [], '[1,2,null]'],
  ['{\n  "a": [\n    1\n  ]\n}', [], '{\n  "a": [\n    1\n  ],\n  "key": null\n}'],
  ['{\n  "a": [\n    1\n  ]\n}', [0], '{\n  "a": [\n    1,\n    null\n  ]\n}'],
  ['[{"x": 0.30}, 1e400]', [0], '[{"x": 0.30, "key": null}, 1e400]'],
])('a member added to %j at %j gives %j', (text, path, expected) => {
  const added = addMember(text, containerAt(text, path))
  expect(added.text).toBe(expected)
  expect(added.text.slice(added.at)).toMatch(/^(?:"key\d?"|null)/)
})

test.each([
  ['{"a": 1}', 0, '{}'],
  ['[ 1 ]', 0, '[]'],
  ['{"a": 1, "b": 2.50, "c": 3}', 0, '{"b": 2.50, "c": 3}'],
  ['{"a": 1, "b": 2.50, "c": 3}', 1, '{"a": 1, "c": 3}'],
  ['{"a": 1, "b": 2.50, "c": 3}', 2, '{"a": 1, "b": 2.50}'],
  ['{"a": 1, "a": 2}', 0, '{"a": 2}'],
  ['[\n  1,\n  2\n]', 1, '[\n  1\n]'],
])('%j without member %i is %j', (text, index, expected) => {
  expect(removeMember(text, containerAt(text, []), index)).toBe(expected)
})

test('repeated keys are kept and told', () => {
  const root = readJson('{"a": 1, "b": 2, "\\u0061": 3}')
  expect(root?.kind === 'object' && repeatedKeys(root.entries)).toEqual(new Set(['a']))
})

test.each(['{a}', '', '[1', '{"a": 01}', '['.repeat(100_000) + ']'.repeat(100_000)])(
  'a text that is not JSON or nested too deeply has no tree: %#',
  (text) => {
    expect(readJson(text)).toBeUndefined()
  },
)

test('values are read down to the deepest level', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  expect(readJson(nested(JSON_DEPTH_MAX))).toBeDefined()
  expect(readJson(nested(JSON_DEPTH_MAX + 1))).toBeUndefined()
})
