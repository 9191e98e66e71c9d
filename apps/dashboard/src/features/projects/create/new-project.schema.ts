import { NewProject } from '@basalt/contract/projects/projects.schema.ts'
import type { z } from 'zod'

/**
 * The organization is the page's, not the form's: another one may be chosen without losing what was typed. The region is
 * the installation's.
 */
export const NewProjectFields = NewProject.omit({ organization_slug: true, db_region: true })
export type NewProjectValues = z.input<typeof NewProjectFields>
export type NewProjectAnswers = z.output<typeof NewProjectFields>

/** An empty password is refused as not strong enough: here, unlike in scripts, somebody is there to choose one. */
export const emptyNewProject: NewProjectValues = { name: '', db_pass: '' }
