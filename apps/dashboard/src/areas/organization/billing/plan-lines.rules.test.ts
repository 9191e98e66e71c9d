import { expect, test } from 'vitest'
import { changedLines, planLines } from './plan-lines.rules.ts'

const labels = (lines: readonly { label: string }[]) => lines.map(({ label }) => label)

test('a downgrade has only tighter lines, and those that stay are not named', () => {
  const { tighter, wider } = changedLines('enterprise', 'team')
  expect(labels(tighter)).toContain('Audit log')
  expect(labels(tighter)).not.toContain('Peak connections')
  expect(wider).toEqual([])
  expect(changedLines('team', 'team')).toEqual({ tighter: [], wider: [] })
})

test('an upgrade has only wider lines', () => {
  const { tighter, wider } = changedLines('free', 'pro')
  expect(tighter).toEqual([])
  expect(wider).toHaveLength(planLines.length)
  expect(wider.find(({ key }) => key === 'audit')?.words('pro')).toBe('90 days')
})
