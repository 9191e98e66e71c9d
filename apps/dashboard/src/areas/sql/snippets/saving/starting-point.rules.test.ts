import { expect, test } from 'vitest'
import { aDraft, aSnippet } from './snippet.fixture.ts'
import { startingPoint } from './starting-point.rules.ts'

const saveId = '22222222-2222-4222-8222-222222222222'

test('without drafts a query is what the server has', () => {
  expect(startingPoint(aSnippet({ revision: 3 }), [])).toMatchObject({
    text: 'select 1',
    base: 3,
    isDirty: false,
    conflict: undefined,
  })
})

test('a draft on the newest revision continues', () => {
  expect(startingPoint(aSnippet(), [aDraft()])).toMatchObject({ text: 'select 12', base: 1, isDirty: true })
})

test('a draft that the server has got meanwhile is spent', () => {
  const draft = aDraft({ text: 'select 1', base: 0 })
  expect(startingPoint(aSnippet(), [draft])).toMatchObject({ isDirty: false, spent: [draft] })
})

test('a draft continues when its own unanswered save made the newest revision', () => {
  const server = aSnippet({ revision: 2, save_id: saveId, sql: 'select 11' })
  expect(startingPoint(server, [aDraft({ attempts: [saveId] })])).toMatchObject({
    text: 'select 12',
    base: 2,
    attempts: [],
    conflict: undefined,
  })
})

test('a draft keeps the saves that may arrive after the query was read', () => {
  const later = '33333333-3333-4333-8333-333333333333'
  expect(startingPoint(aSnippet(), [aDraft({ attempts: [saveId] })]).attempts).toEqual([saveId])
  const server = aSnippet({ revision: 2, save_id: saveId, sql: 'select 11' })
  expect(startingPoint(server, [aDraft({ attempts: [saveId, later] })])).toMatchObject({
    base: 2,
    attempts: [later],
    conflict: undefined,
  })
})

test('a draft on an old revision stands beside what somebody else wrote', () => {
  const server = aSnippet({ revision: 2, save_id: saveId, sql: 'select 11' })
  expect(startingPoint(server, [aDraft()])).toMatchObject({
    text: 'select 12',
    base: 1,
    isDirty: true,
    conflict: server,
  })
})

test('a draft continues by itself when the server has nothing, or says nothing', () => {
  expect(startingPoint(undefined, [aDraft({ base: 4, attempts: [saveId] })])).toMatchObject({
    text: 'select 12',
    base: 4,
    attempts: [saveId],
    conflict: undefined,
  })
})

test('of several drafts the newest continues, the same text is spent, and another one is rescued', () => {
  const older = aDraft({ page: 'a', at: 1, text: 'select 13' })
  const same = aDraft({ page: 'b', at: 2 })
  const newest = aDraft({ page: 'c', at: 3 })
  expect(startingPoint(aSnippet(), [older, same, newest])).toMatchObject({
    adopted: newest,
    spent: [same],
    rescued: [older],
  })
})
