import { expect, test } from 'vitest'
import { shownStatus } from './shown-status.rules.ts'

test.each([
  // It answers reads while its primary is down.
  ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', true, 'ACTIVE_HEALTHY'],
  // A restart has failed: it stopped with its primary.
  ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', false, 'ACTIVE_UNHEALTHY'],
  ['ACTIVE_HEALTHY', 'RESTORE_FAILED', false, 'ACTIVE_UNHEALTHY'],
  ['ACTIVE_HEALTHY', 'INACTIVE', false, 'INACTIVE'],
  ['ACTIVE_UNHEALTHY', 'INACTIVE', false, 'INACTIVE'],
  // The primary sleeps, or has just started.
  ['ACTIVE_HEALTHY', 'ACTIVE_HEALTHY', false, 'ACTIVE_HEALTHY'],
  ['INIT_READ_REPLICA', 'ACTIVE_UNHEALTHY', false, 'INIT_READ_REPLICA'],
  ['INIT_READ_REPLICA_FAILED', 'INACTIVE', false, 'INIT_READ_REPLICA_FAILED'],
] as const)(
  'a replica that is %s, of a primary that is %s, and runs: %s, is shown as %s',
  (status, primary, isRunning, shown) => {
    expect(shownStatus(status, { primary, isRunning })).toBe(shown)
  },
)
