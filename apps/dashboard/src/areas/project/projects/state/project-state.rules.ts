import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'

/** What helps in a state, first what helps most. */
export type Remedy = 'restore' | 'restart' | 'pause' | 'delete'

export interface ProjectStateWords {
  title: string
  /** What goes on, or what it means for the people who use the project. */
  explanation: string
  remedies: readonly Remedy[]
  /** The verb of `restore` here. */
  restoreLabel?: string
}

/**
 * What the project's page says in place of its content while the project cannot be used. ACTIVE_HEALTHY has no entry:
 * then the content speaks.
 */
export const projectStates: Record<Exclude<ProjectStatus, 'ACTIVE_HEALTHY'>, ProjectStateWords> = {
  COMING_UP: {
    title: 'Setting up your project',
    explanation:
      'A database cluster of its own is made, PostgreSQL is started in it, and roles and schemas are prepared. The project opens by itself as soon as the database has answered its first query.',
    remedies: [],
  },
  INACTIVE: {
    title: 'This project is paused',
    explanation:
      'Its database is stopped and uses no memory. All data is kept. Restore the project to connect and run queries again.',
    remedies: ['restore', 'delete'],
    restoreLabel: 'Restore project',
  },
  RESTORING: {
    title: 'Restoring your project',
    explanation: 'The database is being started. The project opens by itself as soon as it answers queries.',
    remedies: [],
  },
  RESTARTING: {
    title: 'Restarting your project',
    explanation:
      'The database is stopped and started again. The project opens by itself as soon as it answers queries.',
    remedies: [],
  },
  PAUSING: {
    title: 'Pausing your project',
    explanation: 'The database writes everything to the disk and stops. All data is kept.',
    remedies: [],
  },
  GOING_DOWN: {
    title: 'Deleting your project',
    explanation: 'The database is stopped and its data is removed from the disk.',
    remedies: [],
  },
  REMOVED: {
    title: 'This project was deleted',
    explanation: 'Its database and data are gone.',
    remedies: [],
  },
  RESIZING: {
    title: 'Resizing your project',
    explanation:
      'The database gets other resources. The project opens by itself as soon as it answers queries.',
    remedies: [],
  },
  UPGRADING: {
    title: 'Upgrading your project',
    explanation:
      'The database moves to another version of PostgreSQL. The project opens by itself as soon as it answers queries.',
    remedies: [],
  },
  INIT_FAILED: {
    title: 'This project could not be set up',
    explanation: 'No database was made, and nothing is left behind. Try again, or delete the project.',
    remedies: ['restore', 'delete'],
    restoreLabel: 'Try again',
  },
  RESTORE_FAILED: {
    title: 'This project could not be restored',
    explanation: 'The database did not start. Its data is untouched. Try again once the cause is removed.',
    remedies: ['restore', 'delete'],
    restoreLabel: 'Try again',
  },
  PAUSE_FAILED: {
    title: 'This project could not be paused',
    explanation: 'The database did not stop as asked. Try to pause again, or restart it.',
    remedies: ['pause', 'restart', 'delete'],
  },
  ACTIVE_UNHEALTHY: {
    title: 'This project is not responding',
    explanation:
      'Its database does not answer queries. All data is kept. Restart the project to end what hangs; the log below may say why it happened.',
    remedies: ['restart', 'pause', 'delete'],
  },
  UNKNOWN: {
    title: 'The state of this project is unknown',
    explanation:
      'The server cannot tell how the database is. Look at the log below and at the server’s own log.',
    remedies: ['delete'],
  },
}

/** Whether the project's cluster exists, so that its log can be read. */
export const hasLog = (status: ProjectStatus) =>
  !(['COMING_UP', 'INIT_FAILED', 'GOING_DOWN', 'REMOVED'] as ProjectStatus[]).includes(status)
