import { expect, test } from 'vitest'
import { rowCounter } from './row-counter.rules.ts'

test.each([
  ['csv', 'a,b\r\n1,"x\ny ""z"""\r\n2,3\r\n', 2],
  ['csv', 'a\r\n', 0],
  ['spreadsheet', 'a\r\n1\r\n', 1],
  ['sql', `insert into t values ('it''s\n');\ninsert into t values (2);\n`, 2],
  ['jsonl', '{"a":"\\n"}\n{"a":2}\n', 2],
  ['json', '[\n  { "a": 1 },\n  { "a": 2 }\n', 2],
] as const)('the rows of %s %j', (format, text, expected) => {
  const bytes = new TextEncoder().encode(text)
  const count = rowCounter(format)
  let rows = 0
  for (const byte of bytes) rows = count(Uint8Array.of(byte))
  expect(rows).toBe(expected)
})
