import { z } from 'zod'
import { ProjectRef } from '../projects/projects.schema.ts'
import { tableEvents } from './first-steps.rules.ts'

/** Of one project, or of all that the caller may see. */
export const FirstStepsQuery = z.object({ project_ref: ProjectRef.optional() })

export const FirstStep = z
  .object({
    event: z.enum(tableEvents),
    /** When it was first found in the database; null until then. */
    done_at: z.iso.datetime().nullable(),
    /** The table in which it was found, as it was named then. */
    table: z
      .object({
        schema: z.string(),
        name: z.string(),
        /** Of the table with this name now; null when there is none, or the database sleeps. */
        id: z.number().int().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'FirstStep' })
export type FirstStep = z.infer<typeof FirstStep>

export const FirstSteps = z
  .object({
    projects: z.array(z.object({ ref: z.string(), name: z.string(), steps: z.array(FirstStep) })),
    /** Projects that are not listed because they have taken every step. */
    completed: z.number().int(),
  })
  .meta({ id: 'FirstSteps' })
export type FirstSteps = z.infer<typeof FirstSteps>
