import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The directory of the templates that the engines of this run share. */
    templatesDir: string
  }
}

/** The directory where all engines of a test run store their templates, so that each is created once. */
export const sharedTemplatesDir = (): string => inject('templatesDir')
