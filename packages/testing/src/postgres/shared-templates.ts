import { inject } from 'vitest'

/** The directory in which all engines of a test run keep the clusters they copy, so that each is made once. */
export const sharedTemplatesDir = (): string => inject('templatesDir')
