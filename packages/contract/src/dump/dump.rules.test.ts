import { expect, test } from 'vitest'
import { dumpFileName } from './dump.rules.ts'

test.each([
  ['Shop', 'shop-2026-03-01.sql'],
  ['Ann’s "Shop" / 2', 'ann-s-shop-2-2026-03-01.sql'],
  ['店', 'database-2026-03-01.sql'],
])('the dump of %s is called %s', (project, file) => {
  expect(dumpFileName(project, new Date('2026-03-01T23:00:00Z'))).toBe(file)
})
