import { NewProject } from '@basalt/contract/projects/projects.schema.ts'
import { DEFAULT_REGION, regionCodes, regions } from '@basalt/contract/projects/regions.rules.ts'
import type { z } from 'zod'
import type { Option } from '../../../ui/controls/option.ts'

/** The organization is the page's, not the form's: another one may be chosen without losing what was typed. */
export const NewProjectFields = NewProject.omit({ organization_slug: true })
export type NewProjectValues = z.input<typeof NewProjectFields>
export type NewProjectAnswers = z.output<typeof NewProjectFields>

/** An empty password is refused as not strong enough: here, unlike in scripts, somebody is there to choose one. */
export const emptyNewProject: NewProjectValues = { name: '', db_pass: '', db_region: DEFAULT_REGION }

export const regionOptions: Option<(typeof regionCodes)[number]>[] = regionCodes.map((code) => ({
  value: code,
  label: regions[code].label,
  description: code,
}))
