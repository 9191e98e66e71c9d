import { portableFileName } from '@basalt/contract/portable-projects/portable-projects.rules.ts'
import { expect, test } from 'vitest'
import { nameOfFile } from './portable-file.rules.ts'

test.each([
  ['Shop-2026-11-26.basalt', 'Shop'],
  ['Shop-2026-11-26 (2).basalt', 'Shop'],
  ['own name.basalt', 'own name'],
  ['other.zip', 'other zip'],
])('%s makes a project called %s', (file, name) => expect(nameOfFile(file)).toBe(name))

test('a file is named after its project and day', () => {
  expect(portableFileName('Café & Shop', '2026-11-26T10:00:00Z')).toBe('Caf-Shop-2026-11-26.basalt')
  expect(portableFileName('???', '2026-11-26T10:00:00Z')).toBe('project-2026-11-26.basalt')
})
