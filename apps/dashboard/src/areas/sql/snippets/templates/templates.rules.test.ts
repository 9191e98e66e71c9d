import { sqlQuickstarts } from '@basalt/contract/snippets/sql-quickstarts.ts'
import { sqlTemplates } from '@basalt/contract/snippets/sql-templates.ts'
import { expect, test } from 'vitest'
import { TEMPLATES_SHOWN, templatesFor } from './templates.rules.ts'

const all = [...sqlTemplates, ...sqlQuickstarts]

test('a search looks at titles and descriptions of one kind', () => {
  const titles = templatesFor(all, 'template', ' VERSION ').map(({ title }) => title)
  expect(titles).toContain('Show version')
  expect(templatesFor(all, 'quickstart', 'show version')).toEqual([])
  expect(templatesFor(all, 'template', '')).toHaveLength(sqlTemplates.length)
})

test('there are more templates than the first page shows, each with a name of its own', () => {
  expect(sqlTemplates.length).toBeGreaterThan(TEMPLATES_SHOWN)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length)
})
