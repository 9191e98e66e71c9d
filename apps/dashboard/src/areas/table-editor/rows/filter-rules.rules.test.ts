import { expect, test } from 'vitest'
import { draftOf, textsOf, withOperator } from './filter-rules.rules.ts'
import { theTexts } from './rows-url.rules.ts'

test('rules are edited one by one, groups stay as they are, and what is no filter is dropped', () => {
  const draft = draftOf(['id:gt:7', '"a:b":is:null', 'any(id:eq:1,name:is:null)', 'nonsense'])
  expect(draft).toEqual({
    rules: [
      { column: 'id', operator: 'gt', value: '7' },
      { column: 'a:b', operator: 'is', value: 'null' },
    ],
    groups: ['any(id:eq:1,name:is:null)'],
  })
  expect(textsOf(draft)).toEqual(['id:gt:7', '"a:b":is:null', 'any(id:eq:1,name:is:null)'])
})

test('the value stays with the operator unless only one of both can have it', () => {
  const rule = { column: 'id', operator: 'eq', value: '7' } as const
  expect(withOperator(rule, 'gt').value).toBe('7')
  expect(withOperator(rule, 'is').value).toBe('null')
  expect(withOperator({ ...rule, operator: 'is', value: 'true' }, 'eq').value).toBe('')
})

test.each<[unknown, readonly string[] | undefined]>([
  ['id:eq:1', ['id:eq:1']],
  [
    ['id:eq:1', 'name:is:null'],
    ['id:eq:1', 'name:is:null'],
  ],
  [5, ['5']],
  [undefined, undefined],
  ['', undefined],
  [{ a: 1 }, undefined],
  [[{ a: 1 }], undefined],
  [Array.from({ length: 1000 }, () => 'id:eq:1'), undefined],
])('the param %j is read as %j', (value, texts) => {
  const read = theTexts.safeParse(value)
  expect(read.success ? read.data : undefined).toEqual(texts)
})
