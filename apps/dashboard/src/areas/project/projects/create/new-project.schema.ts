import { NewProject } from '@basalt/contract/projects/projects.schema.ts'
import type { z } from 'zod'

/**
 * The organization belongs to the page and not to the form, so switching it keeps the typed text. The region is the
 * installation's.
 */
export const NewProjectFields = NewProject.omit({ organization_slug: true, db_region: true })
export type NewProjectValues = z.input<typeof NewProjectFields>
export type NewProjectAnswers = z.output<typeof NewProjectFields>

/** An empty password is refused as not strong enough: here, unlike in scripts, somebody is there to choose one. */
export const emptyNewProject: NewProjectValues = { name: '', db_pass: '' }
