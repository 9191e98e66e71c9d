import { expect, test } from 'vitest'
import { recoverySync } from './recovery-sync.rules.ts'

test.each([
  ['linux', '6.18.44-fc', true],
  ['linux', '5.10.0', true],
  ['linux', '5.8.1', true],
  ['linux', '5.7.19', false],
  ['linux', '4.19.0', false],
  ['darwin', '24.1.0', false],
  ['linux', 'unknown', false],
] as const)('%s %s syncs the whole file system: %s', (platform, release, isWhole) => {
  expect(recoverySync(platform, release)).toEqual(isWhole ? { recovery_init_sync_method: 'syncfs' } : {})
})
