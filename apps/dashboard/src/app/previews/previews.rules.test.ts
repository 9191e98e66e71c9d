import { expect, test } from 'vitest'
import { enabledPreviews, offeredPreviews, previews } from './previews.rules.ts'

const ids = (...of: Parameters<typeof offeredPreviews>) => offeredPreviews(...of).map(({ id }) => id)

test('a preview is offered where its page exists, in its edition', () => {
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
])('after the choices %j these are enabled: %j', (choices, on) => {
  expect([
    ...enabledPreviews(
      offeredPreviews('platform', () => true),
      choices,
    ),
  ]).toEqual(on)
})

test('a preview enabled in one edition is off in an edition without it', () => {
  const offered = offeredPreviews('self-hosted', () => true)
  expect(enabledPreviews(offered, { 'recent-projects': true }).size).toBe(0)
})

test('every preview has a unique id and a description', () => {
  expect(new Set(previews.map(({ id }) => id)).size).toBe(previews.length)
  for (const { paragraphs } of previews) expect(paragraphs.length).toBeGreaterThan(0)
})
