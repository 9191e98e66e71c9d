import { expect, test } from 'vitest'
import { statementAt } from './statement-at.ts'

test.each([
  ['|select 1; select 2', 'select 1'],
  ['sel|ect 1; select 2', 'select 1'],
  ['select 1|; select 2', 'select 1'],
  ['select 1;| select 2', 'select 1'],
  ['select 1; |select 2', 'select 2'],
  ['select 1;\nselect 2;\n\n|', 'select 2'],
  ['  | select 1', 'select 1'],
  ['-- a\n|select 1', '-- a\nselect 1'],
  ["select ';|;'; select 2", "select ';;'"],
  ['|-- nothing', undefined],
])('the cursor in %j selects %j', (marked, text) => {
  const index = marked.indexOf('|')
  expect(statementAt(marked.replace('|', ''), index)?.text).toBe(text)
})
