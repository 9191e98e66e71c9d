import { describe, expect, test } from 'vitest'
import { AI_TITLE_MAX, shortTitle, sqlInAnswer, titleInAnswer } from './ai.rules.ts'

describe('the SQL in what a model wrote', () => {
  test.each([
    ['select 1', 'select 1'],
    ['  select 1\n  from a\n', '  select 1\n  from a'],
    ['\n \nselect 1', 'select 1'],
    ['```sql\r\nselect 1\r\nfrom a\r\n```', 'select 1\nfrom a'],
    ['```sql\nselect 1\n```', 'select 1'],
    ['```\n  select 1\n  ```\n', '  select 1'],
    ['Here you are:\n\n```sql\nselect 1;\nselect 2;\n```\nIt selects.', 'select 1;\nselect 2;'],
    ['<think>They want rows.\n```no```</think>\nselect 1', 'select 1'],
    ['<thinking>a</thinking>```sql\nselect 1\n```', 'select 1'],
    ["select '```' as fence", "select '```' as fence"],
    ['select a < b', 'select a < b'],
    ['', ''],
    ['```sql\n```', ''],
  ])('of %j is %j', (answer, sql) => {
    expect(sqlInAnswer(answer)).toBe(sql)
  })

  test('shows every line of SQL while it streams, and neither fence nor thoughts', () => {
    const answer = '<think>Rows, then.</think>\n```sql\nselect 1\nfrom a\n```'
    const seen = Array.from(answer, (_, end) => sqlInAnswer(answer.slice(0, end)))
    expect(seen.filter((sql) => !'select 1\nfrom a'.startsWith(sql.replace(/\n`+$/, '')))).toEqual([])
    expect(seen).toContain('select 1\nfrom')
  })
})

test.each([
  ['"Orders by status."', 'Orders by status'],
  ['Title: **Slow queries**', 'Slow queries'],
  ['```\nOrders\n```', 'Orders'],
  ['Orders\nand why', 'Orders'],
  ["  'Users'  ", 'Users'],
  ['', ''],
])('the title in %j is %j', (answer, title) => {
  expect(titleInAnswer(answer)).toBe(title)
})

test('a long title ends at a word, or anywhere when there is none', () => {
  expect(shortTitle('word '.repeat(20))).toBe(`${'word '.repeat(11).trimEnd()}…`)
  expect(shortTitle('x'.repeat(200))).toBe(`${'x'.repeat(AI_TITLE_MAX - 1)}…`)
  expect(shortTitle('x'.repeat(AI_TITLE_MAX))).toHaveLength(AI_TITLE_MAX)
})
