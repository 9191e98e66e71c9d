import {
  can,
  isInTransition,
  type ProjectAction,
  type ProjectStatus,
  statusLabels,
} from '@basalt/contract/projects/status.rules.ts'

const remedies: Partial<Record<ProjectStatus, string>> = {
  INACTIVE: 'Restore it first',
  INIT_FAILED: 'Try the set-up again, or delete the project',
  RESTORE_FAILED: 'Try to restore it again',
}

/** Why a status does not allow an action, with a remedy. Undefined when it does. */
export function reasonAgainst(action: ProjectAction, status: ProjectStatus): string | undefined {
  if (can(action, status)) return undefined
  const remedy = isInTransition(status) ? 'Wait until that is done' : remedies[status]
  return remedy ? `${statusLabels[status]}. ${remedy}.` : `${statusLabels[status]}.`
}
