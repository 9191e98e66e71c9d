import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'

/** A healthy primary, or whatever else is given. */
export const aDatabaseState = (given: Partial<DatabaseState> = {}): DatabaseState => ({
  identifier: 'shop',
  status: 'ACTIVE_HEALTHY',
  region: 'local',
  inserted_at: '2026-01-01T00:00:00.000Z',
  lag: null,
  is_former_primary: false,
  ...given,
})
