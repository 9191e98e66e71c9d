import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'

/** In which a project has an instance that is neither being made nor being deleted. */
export const measuredStatuses = [
  'ACTIVE_HEALTHY',
  'ACTIVE_UNHEALTHY',
  'INACTIVE',
  'PAUSE_FAILED',
  'RESTORE_FAILED',
] as const satisfies ProjectStatus[]
