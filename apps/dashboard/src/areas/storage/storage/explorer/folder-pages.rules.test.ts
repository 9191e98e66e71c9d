import { expect, test } from 'vitest'
import { anEntry } from './explorer.fixture.tsx'
import { beginningOf, isDeep, withChanged } from './folder-pages.rules.ts'

const pagesOf = (count: number) => ({
  pages: Array.from({ length: count }, (_, page) => ({
    entries: [`${page}a`, `${page}b`].map((path) => anEntry(path)),
    next: page,
  })),
  pageParams: Array.from({ length: count }, (_, page) => page),
})
const pathsIn = ({ pages }: ReturnType<typeof pagesOf>) =>
  pages.map(({ entries }) => entries.map(({ path }) => path).join(' '))

test('of many pages only the beginning is asked for again', () => {
  expect([isDeep(pagesOf(5)), isDeep(pagesOf(6))]).toEqual([false, true])
  expect(beginningOf(pagesOf(6))).toEqual(pagesOf(5))
  expect(beginningOf(pagesOf(2))).toEqual(pagesOf(2))
})

test('what has gone leaves its page, what has another name keeps its place, and other pages stay', () => {
  const known = pagesOf(3)
  const changed = withChanged(known, (entry) => {
    if (entry.path === '0a') return undefined
    return entry.path === '1b' ? { ...entry, path: 'new', name: 'new' } : entry
  })
  expect(pathsIn(changed)).toEqual(['0b', '1a new', '2a 2b'])
  expect(changed.pages[2]).toBe(known.pages[2])
  expect(changed.pages[0]!.next).toBe(0)
})
