import type { ProjectStore } from './projects.store.ts'

/** What other features may ask about projects. */
export type Projects = Pick<ProjectStore, 'find' | 'findFor' | 'listIn' | 'refsIn'>
