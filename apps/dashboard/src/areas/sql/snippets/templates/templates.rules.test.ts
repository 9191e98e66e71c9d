import { sqlQuickstarts } from '@basalt/contract/snippets/sql-quickstarts.ts'
import { sqlTemplates } from '@basalt/contract/snippets/sql-templates.ts'
import { expect, test } from 'vitest'
import { FEATURED_TEMPLATES, templatesFor } from './templates.rules.ts'

const all = [...sqlTemplates, ...sqlQuickstarts]

test('a search covers titles and descriptions of one type', () => {
  const titles = templatesFor(all, 'template', ' VERSION ').map(({ title }) => title)
  expect(titles).toContain('Show version')
  expect(templatesFor(all, 'quickstart', 'show version')).toEqual([])
  expect(templatesFor(all, 'template', '')).toHaveLength(sqlTemplates.length)
})

test('there are more templates than featured ones, with unique ids and titles', () => {
  expect(sqlTemplates.length).toBeGreaterThan(FEATURED_TEMPLATES)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length)
})
