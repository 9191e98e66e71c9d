import { expect, test } from 'vitest'
import { changedLines, planLines } from './plan-lines.rules.ts'

const labels = (lines: readonly { label: string }[]) => lines.map(({ label }) => label)

test('a downgrade has only lower limits, without unchanged ones', () => {
  const { lower, higher } = changedLines('enterprise', 'team')
  expect(labels(lower)).toContain('Audit log')
  expect(labels(lower)).not.toContain('Peak connections')
  expect(higher).toEqual([])
  expect(changedLines('team', 'team')).toEqual({ lower: [], higher: [] })
})

test('an upgrade has only higher limits', () => {
  const { lower, higher } = changedLines('free', 'pro')
  expect(lower).toEqual([])
  expect(higher).toHaveLength(planLines.length)
  expect(higher.find(({ key }) => key === 'audit')?.text('pro')).toBe('90 days')
})
