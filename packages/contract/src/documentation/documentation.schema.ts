import { z } from 'zod'
import { guideIds } from './documentation.rules.ts'

export const Guide = z
  .object({
    id: z.enum(guideIds),
    title: z.string(),
    /** In Markdown, without its title. */
    text: z.string(),
  })
  .meta({ id: 'Guide' })
export type Guide = z.infer<typeof Guide>
