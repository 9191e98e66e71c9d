import type { ProjectStore } from './projects.store.ts'

/** What other features may use of projects. */
export type Projects = Pick<ProjectStore, 'find' | 'findFor' | 'listIn' | 'refsIn'>
