import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'

/** Actions that help in a state, most helpful first. */
export type Remedy = 'restore' | 'restart' | 'pause' | 'delete'

export interface ProjectStateTexts {
  title: string
  /** What is happening, or what it means for users. */
  explanation: string
  remedies: readonly Remedy[]
  /** The label of the `restore` button. */
  restoreLabel?: string
}

/** The texts that replace a project's content while it is unavailable. ACTIVE_HEALTHY has no entry. */
export const projectStates: Record<Exclude<ProjectStatus, 'ACTIVE_HEALTHY'>, ProjectStateTexts> = {
  COMING_UP: {
    title: 'Setting up your project',
    explanation:
      'A database cluster is created, PostgreSQL is started, and roles and schemas are prepared. The project opens as soon as the database answers queries.',
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
    explanation: 'The database is being started. The project opens as soon as it answers queries.',
    remedies: [],
  },
  RESTARTING: {
    title: 'Restarting your project',
    explanation:
      'The database is stopped and started again. The project opens as soon as it answers queries.',
    remedies: [],
  },
  PAUSING: {
    title: 'Pausing your project',
    explanation: 'The database writes its data to disk and stops. All data is kept.',
    remedies: [],
  },
  GOING_DOWN: {
    title: 'Deleting your project',
    explanation: 'The database is stopped and its data is removed from disk.',
    remedies: [],
  },
  REMOVED: {
    title: 'This project was deleted',
    explanation: 'Its database and data are gone.',
    remedies: [],
  },
  RESIZING: {
    title: 'Resizing your project',
    explanation: 'The database gets other resources. The project opens as soon as it answers queries.',
    remedies: [],
  },
  UPGRADING: {
    title: 'Upgrading your project',
    explanation:
      'The database moves to another version of PostgreSQL. The project opens as soon as it answers queries.',
    remedies: [],
  },
  INIT_FAILED: {
    title: 'This project could not be set up',
    explanation: 'No database was created. Try again, or delete the project.',
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
    explanation: 'The database did not stop. Try to pause again, or restart it.',
    remedies: ['pause', 'restart', 'delete'],
  },
  ACTIVE_UNHEALTHY: {
    title: 'This project is not responding',
    explanation:
      'Its database does not answer queries. All data is kept. Restart the project; the log below may show the cause.',
    remedies: ['restart', 'pause', 'delete'],
  },
  UNKNOWN: {
    title: 'The state of this project is unknown',
    explanation:
      'The server cannot determine the state of the database. Check the log below and the server’s log.',
    remedies: ['delete'],
  },
}

/** Whether the project's cluster exists, so that its log can be read. */
export const hasLog = (status: ProjectStatus) =>
  !(['COMING_UP', 'INIT_FAILED', 'GOING_DOWN', 'REMOVED'] as ProjectStatus[]).includes(status)
