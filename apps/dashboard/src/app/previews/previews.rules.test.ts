import { expect, test } from 'vitest'
import { enabledPreviews, offeredPreviews, previews } from './previews.rules.ts'

const ids = (...of: Parameters<typeof offeredPreviews>) => offeredPreviews(...of).map(({ id }) => id)

test('a preview is offered where its page exists and its edition runs', () => {
  expect(ids('platform', () => true)).toEqual(['go-to-keys', 'recent-projects'])
  expect(ids('self-hosted', () => true)).toEqual(['go-to-keys'])
  expect(ids('platform', () => false)).toEqual(previews.map(({ id }) => id))
  expect(ids('self-hosted', () => false)).toEqual([
    'go-to-keys',
    'api-docs-panel',
    'auth-overview',
    'column-privileges',
  ])
})

test.each([
  [{}, ['recent-projects']],
  [{ 'go-to-keys': true }, ['go-to-keys', 'recent-projects']],
  [{ 'recent-projects': false }, []],
  [{ 'long-gone': true }, ['recent-projects']],
])('after %j these are on: %j', (choices, on) => {
  expect([
    ...enabledPreviews(
      offeredPreviews('platform', () => true),
      choices,
    ),
  ]).toEqual(on)
})

test('what was switched on in one edition is not on in another that does not have it', () => {
  const offered = offeredPreviews('self-hosted', () => true)
  expect(enabledPreviews(offered, { 'recent-projects': true }).size).toBe(0)
})

test('every preview has its own id, and words', () => {
  expect(new Set(previews.map(({ id }) => id)).size).toBe(previews.length)
  for (const { words } of previews) expect(words.length).toBeGreaterThan(0)
})
