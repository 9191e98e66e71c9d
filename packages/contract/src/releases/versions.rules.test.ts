import { expect, test } from 'vitest'
import { compareVersions, isPrerelease, isVersion } from './versions.rules.ts'

/** In the order of Semantic Versioning 2.0 §11. */
const ordered = [
  '0.9.9',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.10',
  '1.2.0',
  '2.0.0',
]

test('versions compare in the order of the specification, in both directions', () => {
  for (const [index, version] of ordered.entries())
    for (const [other, against] of ordered.entries())
      expect(Math.sign(compareVersions(version, against)!), `${version} and ${against}`).toBe(
        Math.sign(index - other),
      )
})

test.each([
  ['v1.2.3', '1.2.3', 0],
  ['1.2.3+build.7', 'v1.2.3', 0],
])('%s and %s are the same', (a, b, order) => {
  expect(compareVersions(a, b)).toBe(order)
})

test.each(['', 'latest', '1.2', '1.2.3.4', 'v01.2.3', '1.2.3-', '9999999999.0.0', ' 1.2.3'])(
  '%j is not a version and cannot be compared',
  (text) => {
    expect(isVersion(text)).toBe(false)
    expect(compareVersions(text, '1.0.0')).toBeUndefined()
    expect(compareVersions('1.0.0', text)).toBeUndefined()
  },
)

test('a pre-release is distinguished from a release', () => {
  expect(isPrerelease('v2.0.0-rc.1')).toBe(true)
  expect(isPrerelease('2.0.0+rc.1')).toBe(false)
})
