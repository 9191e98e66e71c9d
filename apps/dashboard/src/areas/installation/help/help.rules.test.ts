import { expect, test } from 'vitest'
import { helpEntries } from './help.rules.ts'

const entriesText = (...where: Parameters<typeof helpEntries>) =>
  helpEntries(...where).map(({ label, path }) => `${label} → ${path}`)

test('the platform edition offers guides, status and support', () => {
  expect(entriesText('platform', 'abc')).toEqual([
    'Troubleshooting → /docs/troubleshooting',
    'Docs → /docs',
    'Status → /status',
    'Contact support → /support/new?projectRef=abc',
  ])
  expect(entriesText('platform', undefined).at(-1)).toBe('Contact support → /support/new')
})

test('the self-hosted edition offers guides', () => {
  expect(entriesText('self-hosted', 'default')).toEqual([
    'Troubleshooting → /docs/troubleshooting',
    'Docs → /docs',
  ])
})
