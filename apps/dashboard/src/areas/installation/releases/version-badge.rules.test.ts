import { expect, test } from 'vitest'
import { versionBadge } from './version-badge.rules.ts'

test.each([
  [
    { current: 'v1.0.0', latest: 'v1.0.0' },
    { label: 'Latest', tone: 'neutral' },
  ],
  [
    { current: 'v1.0.0', latest: 'v1.1.0' },
    { label: 'Update available', tone: 'success' },
  ],
  [
    { current: 'v1.1.0-rc.1', latest: 'v1.0.0' },
    { label: 'Beta', tone: 'warning' },
  ],
  [{ current: 'v1.0.0' }, { label: 'v1.0.0', tone: 'neutral' }],
  [{ latest: 'v1.0.0' }, undefined],
  [{}, undefined],
])('%j is displayed as %j', (release, badge) => {
  expect(versionBadge(release)).toEqual(badge)
})
