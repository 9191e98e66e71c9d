/** Every status of a project. ACTIVE_HEALTHY means that the database answered a query. */
export const projectStatuses = [
  'ACTIVE_HEALTHY',
  'ACTIVE_UNHEALTHY',
  'COMING_UP',
  'GOING_DOWN',
  'INACTIVE',
  'INIT_FAILED',
  'PAUSE_FAILED',
  'PAUSING',
  'REMOVED',
  'RESIZING',
  'RESTARTING',
  'RESTORE_FAILED',
  'RESTORING',
  'UNKNOWN',
  'UPGRADING',
] as const
export type ProjectStatus = (typeof projectStatuses)[number]

const runs = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'] as const

const allowedIn = {
  query: ['ACTIVE_HEALTHY'],
  connect: ['ACTIVE_HEALTHY'],
  pause: [...runs, 'PAUSE_FAILED'],
  restart: [...runs, 'PAUSE_FAILED'],
  restore: ['INACTIVE', 'RESTORE_FAILED', 'INIT_FAILED'],
  delete: [...runs, 'INACTIVE', 'INIT_FAILED', 'PAUSE_FAILED', 'RESTORE_FAILED', 'UNKNOWN'],
} as const satisfies Record<string, readonly ProjectStatus[]>

export type ProjectAction = keyof typeof allowedIn

/** The statuses in which an action is offered. */
export const statusesFor = (action: ProjectAction): readonly ProjectStatus[] => allowedIn[action]

/** Whether an action is offered in a status. The server enforces what the dashboard disables, from the same table. */
export const can = (action: ProjectAction, status: ProjectStatus) => statusesFor(action).includes(status)

/** Whether the status will change by itself. */
export const isInTransition = (status: ProjectStatus) =>
  (
    [
      'COMING_UP',
      'GOING_DOWN',
      'PAUSING',
      'RESIZING',
      'RESTARTING',
      'RESTORING',
      'UPGRADING',
    ] as ProjectStatus[]
  ).includes(status)

/** Labels for lists and badges. */
export const statusLabels: Record<ProjectStatus, string> = {
  ACTIVE_HEALTHY: 'Healthy',
  ACTIVE_UNHEALTHY: 'Project is not responding',
  COMING_UP: 'Project is coming up',
  GOING_DOWN: 'Project is being deleted',
  INACTIVE: 'Project is paused',
  INIT_FAILED: 'Project could not be set up',
  PAUSE_FAILED: 'Project could not be paused',
  PAUSING: 'Project is pausing',
  REMOVED: 'Project was deleted',
  RESIZING: 'Project is resizing',
  RESTARTING: 'Project is restarting',
  RESTORE_FAILED: 'Project could not be restored',
  RESTORING: 'Project is restoring',
  UNKNOWN: 'Project status is unknown',
  UPGRADING: 'Project is upgrading',
}
