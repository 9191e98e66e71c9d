import { expect, test } from 'vitest'
import {
  type Draft,
  draftOf,
  filteredBy,
  type GroupDraft,
  isGroupDraft,
  newGroup,
  newRule,
  ruleCount,
  textsOf,
  withChanged,
  withOperator,
} from './filter-rules.rules.ts'
import { theTexts } from './rows-url.rules.ts'

const bare = (draft: Draft): unknown =>
  isGroupDraft(draft)
    ? { [draft.match]: draft.of.map(bare) }
    : `${draft.column} ${draft.operator} ${draft.value}`

test.each<[string[], unknown]>([
  [[], { all: [] }],
  [['id:gt:7', '"a:b":is:null'], { all: ['id gt 7', 'a:b is null'] }],
  [['any(id:eq:1,name:is:null)'], { any: ['id eq 1', 'name is null'] }],
  [
    ['id:gt:7', 'any(id:eq:1,all(a:eq:2,b:eq:3))'],
    { all: ['id gt 7', { any: ['id eq 1', { all: ['a eq 2', 'b eq 3'] }] }] },
  ],
])('the filter %j is edited as %j, and written back as it was', (texts, draft) => {
  expect(bare(draftOf(texts))).toEqual(draft)
  expect(textsOf(draftOf(texts))).toEqual(texts)
})

test('what is no filter is dropped', () => {
  expect(textsOf(draftOf(['nonsense', 'id:eq:1']))).toEqual(['id:eq:1'])
})

test.each<[string, GroupDraft, string[]]>([
  [
    'an outer group of any is one text',
    { id: 'a', match: 'any', of: [rule('x'), rule('y')] },
    ['any(x:eq:1,y:eq:1)'],
  ],
  ['a group of one rule needs no match', { id: 'a', match: 'any', of: [rule('x')] }, ['x:eq:1']],
  [
    'groups without rules are left out',
    { id: 'a', match: 'all', of: [rule('x'), { id: 'b', match: 'any', of: [] }] },
    ['x:eq:1'],
  ],
])('%s', (_what, draft, texts) => {
  expect(textsOf(draft)).toEqual(texts)
})

function rule(column: string): Draft {
  return { id: column, column, operator: 'eq', value: '1' }
}

test('a part is changed or removed at any depth, and nothing else is', () => {
  const draft = draftOf(['id:gt:7', 'any(id:eq:1,id:eq:1)'])
  const group = draft.of[1] as GroupDraft
  const changed = withChanged(draft, group.of[1]!.id, (each) => ({ ...each, value: '2' }) as Draft)
  expect(textsOf(changed)).toEqual(['id:gt:7', 'any(id:eq:1,id:eq:2)'])
  expect(textsOf(withChanged(changed, group.id, () => undefined))).toEqual(['id:gt:7'])
})

test('a new group has the other match than the one around it', () => {
  const outer = draftOf([])
  expect(bare(newGroup(outer, 'id'))).toEqual({ any: ['id eq '] })
  expect(bare(newGroup({ ...outer, match: 'any' }, 'id'))).toEqual({ all: ['id eq '] })
  expect(newRule('id').id).not.toBe(newRule('id').id)
})

test('rules are counted in groups too', () => {
  expect(ruleCount(['id:gt:7', 'any(id:eq:1,name:is:null)'])).toBe(3)
})

test.each<[string | null, string[]]>([
  ['Ann', ['id:gt:7', 'name:eq:Ann']],
  ['', ['id:gt:7', 'name:eq:']],
  [null, ['id:gt:7', 'name:is:null']],
])('filtering by the value %j adds a rule once', (value, texts) => {
  expect(filteredBy(['id:gt:7'], 'name', value)).toEqual(texts)
  expect(filteredBy(texts, 'name', value)).toEqual(texts)
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
