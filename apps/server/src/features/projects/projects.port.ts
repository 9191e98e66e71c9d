import type { ProjectStore } from './projects.store.ts'

/** What other features may use of projects. */
export type Projects = Pick<ProjectStore, 'find' | 'findFor' | 'listIn' | 'refsIn'>

/** Creates a project with its secrets and keys; its database is created by the work that its status announces. */
export type CreateProjectRow = ProjectStore['create']
