import { expect, test } from 'vitest'
import { anEntry } from './explorer.fixture.tsx'
import { firstPages, isDeep, mapEntries } from './folder-pages.rules.ts'

const pagesOf = (count: number) => ({
  pages: Array.from({ length: count }, (_, page) => ({
    entries: [`${page}a`, `${page}b`].map((path) => anEntry(path)),
    next: page,
  })),
  pageParams: Array.from({ length: count }, (_, page) => page),
})
const pathsIn = ({ pages }: ReturnType<typeof pagesOf>) =>
  pages.map(({ entries }) => entries.map(({ path }) => path).join(' '))

test('only the first pages of a deep folder are refetched', () => {
  expect([isDeep(pagesOf(5)), isDeep(pagesOf(6))]).toEqual([false, true])
  expect(firstPages(pagesOf(6))).toEqual(pagesOf(5))
  expect(firstPages(pagesOf(2))).toEqual(pagesOf(2))
})

test('entries are removed or changed in place, and other pages stay identical', () => {
  const cached = pagesOf(3)
  const changed = mapEntries(cached, (entry) => {
    if (entry.path === '0a') return undefined
    return entry.path === '1b' ? { ...entry, path: 'new', name: 'new' } : entry
  })
  expect(pathsIn(changed)).toEqual(['0b', '1a new', '2a 2b'])
  expect(changed.pages[2]).toBe(cached.pages[2])
  expect(changed.pages[0]!.next).toBe(0)
})
