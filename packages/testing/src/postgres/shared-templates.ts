import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the engines of this run find and leave the clusters that they copy. */
    templatesDir: string
  }
}

/** The directory in which all engines of a test run keep the clusters they copy, so that each is made once. */
export const sharedTemplatesDir = (): string => inject('templatesDir')
