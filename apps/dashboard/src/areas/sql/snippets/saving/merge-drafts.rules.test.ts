import { expect, test } from 'vitest'
import { mergeDrafts } from './merge-drafts.rules.ts'
import { aDraft, aSnippet } from './snippet.fixture.ts'

const saveId = '22222222-2222-4222-8222-222222222222'

test('without drafts the server’s text is used', () => {
  expect(mergeDrafts(aSnippet({ revision: 3 }), [])).toMatchObject({
    text: 'select 1',
    base: 3,
    isDirty: false,
    conflict: undefined,
  })
})

test('a draft based on the latest revision is restored', () => {
  expect(mergeDrafts(aSnippet(), [aDraft()])).toMatchObject({ text: 'select 12', base: 1, isDirty: true })
})

test('a draft that the server already has is obsolete', () => {
  const draft = aDraft({ text: 'select 1', base: 0 })
  expect(mergeDrafts(aSnippet(), [draft])).toMatchObject({ isDirty: false, obsolete: [draft] })
})

test('a draft is restored when its own unanswered save created the latest revision', () => {
  const server = aSnippet({ revision: 2, save_id: saveId, sql: 'select 11' })
  expect(mergeDrafts(server, [aDraft({ attempts: [saveId] })])).toMatchObject({
    text: 'select 12',
    base: 2,
    attempts: [],
    conflict: undefined,
  })
})

test('a draft keeps the attempts that may arrive after the query was read', () => {
  const later = '33333333-3333-4333-8333-333333333333'
  expect(mergeDrafts(aSnippet(), [aDraft({ attempts: [saveId] })]).attempts).toEqual([saveId])
  const server = aSnippet({ revision: 2, save_id: saveId, sql: 'select 11' })
  expect(mergeDrafts(server, [aDraft({ attempts: [saveId, later] })])).toMatchObject({
    base: 2,
    attempts: [later],
    conflict: undefined,
  })
})

test('a draft based on an old revision conflicts with the server’s text', () => {
  const server = aSnippet({ revision: 2, save_id: saveId, sql: 'select 11' })
  expect(mergeDrafts(server, [aDraft()])).toMatchObject({
    text: 'select 12',
    base: 1,
    isDirty: true,
    conflict: server,
  })
})

test('a draft is restored alone when the server lacks the query or does not respond', () => {
  expect(mergeDrafts(undefined, [aDraft({ base: 4, attempts: [saveId] })])).toMatchObject({
    text: 'select 12',
    base: 4,
    attempts: [saveId],
    conflict: undefined,
  })
})

test('of several drafts the newest is restored, an equal one is obsolete, and another one is divergent', () => {
  const older = aDraft({ page: 'a', at: 1, text: 'select 13' })
  const same = aDraft({ page: 'b', at: 2 })
  const newest = aDraft({ page: 'c', at: 3 })
  expect(mergeDrafts(aSnippet(), [older, same, newest])).toMatchObject({
    restored: newest,
    obsolete: [same],
    divergent: [older],
  })
})
