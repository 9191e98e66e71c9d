import type { ReplicationSlot } from '@basalt/contract/replication/replication.schema.ts'
import { expect, test } from 'vitest'
import { slotLag, slotWarning } from './slot-warning.rules.ts'

const MB = 1024 * 1024
const slot = (more: Partial<ReplicationSlot> = {}): ReplicationSlot => ({
  name: 'reader',
  kind: 'logical',
  plugin: 'pgoutput',
  is_temporary: false,
  is_of_platform: false,
  is_active: true,
  client: '127.0.0.1',
  lag_bytes: 0,
  lag_seconds: 0,
  held_bytes: MB,
  wal_status: 'reserved',
  safe_wal_bytes: 900 * MB,
  inactive_since: null,
  ...more,
})

test.each([
  ['a slot in use is fine', slot(), undefined],
  ['an inactive slot that holds little is fine', slot({ is_active: false }), undefined],
  ['a lost slot is told', slot({ wal_status: 'lost' }), /is lost.*Drop it/],
  ['a slot beyond the limit is told', slot({ wal_status: 'unreserved' }), /about to be lost/],
  [
    'a slot that nobody reads is told with what is left',
    slot({ is_active: false, held_bytes: 600 * MB, safe_wal_bytes: 424 * MB }),
    /holds 600 MB.*no subscriber.*lost after 424 MB more/,
  ],
  ['a slow subscriber is told', slot({ held_bytes: 600 * MB }), /subscriber is slow/],
])('%s', (_title, input, expected) => {
  const found = slotWarning(input, 1024 * MB)
  if (expected === undefined) expect(found).toBeUndefined()
  else expect(found).toMatch(expected)
})

test('without a limit, a slot that holds much is told as well', () => {
  const much = slot({ is_active: false, held_bytes: 300 * MB, safe_wal_bytes: null })
  expect(slotWarning(much, null)).toMatch(/300 MB/)
  expect(slotWarning(slot({ held_bytes: 200 * MB }), null)).toBeUndefined()
})

test.each([
  [slot({ lag_bytes: null }), 'Unknown'],
  [slot({ lag_bytes: 0 }), '0 bytes'],
  [slot({ lag_bytes: 2048, lag_seconds: null }), '2 KB'],
  [slot({ lag_bytes: 2048, lag_seconds: 1.25 }), '2 KB, 1.3 s'],
])('the lag of a slot reads as bytes and seconds (%#)', (input, text) => {
  expect(slotLag(input)).toBe(text)
})
