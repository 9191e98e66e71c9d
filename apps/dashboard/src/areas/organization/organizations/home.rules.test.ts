import { expect, test } from 'vitest'
import { homePath } from './home.rules.ts'

test.each([
  [[], undefined, '/new'],
  [[], 'acme', '/new'],
  [['acme'], undefined, '/org/acme'],
  [['acme', 'umbrella'], undefined, '/org/acme'],
  [['acme', 'umbrella'], 'umbrella', '/org/umbrella'],
  [['acme', 'umbrella'], 'left-long-ago', '/org/acme'],
])('a member of %j who was last in %s starts at %s', (slugs, last, path) => {
  expect(
    homePath(
      slugs.map((slug) => ({ slug })),
      last,
    ),
  ).toBe(path)
})
