import { z } from 'zod'

/** What there is to read, in the order in which it is listed. */
export const guideIds = ['operate', 'upgrade', 'troubleshooting', 'changelog'] as const
export type GuideId = (typeof guideIds)[number]

export const Guide = z
  .object({
    id: z.enum(guideIds),
    title: z.string(),
    /** In Markdown, without its title. */
    text: z.string(),
  })
  .meta({ id: 'Guide' })
export type Guide = z.infer<typeof Guide>
