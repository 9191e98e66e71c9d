import { expect, test } from 'vitest'
import { readReleases } from './release-list.ts'

const release = (tag_name: string, more: object = {}) => ({
  tag_name,
  published_at: '2026-03-01T12:00:00Z',
  html_url: 'https://example.com',
  ...more,
})

test('finds the latest stable release and a newer prerelease, in any order', () => {
  expect(
    readReleases([
      release('v1.9.0', { published_at: '2026-01-01T00:00:00Z' }),
      release('v2.1.0-rc.1'),
      release('v2.0.0', { published_at: '2026-02-01T00:00:00Z' }),
    ]),
  ).toEqual({ latest: 'v2.0.0', published_at: '2026-02-01T00:00:00Z', beta: 'v2.1.0-rc.1' })
})

test.each([
  ['nothing', [], {}],
  ['a draft', [release('v3.0.0', { draft: true })], {}],
  ['only a prerelease', [release('v3.0.0', { prerelease: true })], { beta: 'v3.0.0' }],
  [
    'a beta older than its release',
    [release('v2.0.0-rc.1'), release('v2.0.0')],
    { latest: 'v2.0.0', published_at: '2026-03-01T12:00:00Z' },
  ],
  ['invalid entries', [null, 7, {}, release('nightly'), release('v1.0.0', { published_at: 'soon' })], {}],
])('reads %s', (_name, answer, expected) => {
  expect(readReleases(answer)).toEqual(expected)
})

test.each([{}, null, 'v1.0.0'])('throws for %j, which is not a list', (answer) => {
  expect(() => readReleases(answer)).toThrow()
})
