import { z } from 'zod'
import { ProjectParams } from '../projects/projects.schema.ts'
import { addonTypes, addonVariants } from './addons.rules.ts'

const Variant = z.object({ identifier: z.enum(addonVariants), name: z.string() })

export const ProjectAddons = z
  .object({
    ref: z.string(),
    selected_addons: z.array(z.object({ type: z.enum(addonTypes), variant: Variant })),
    available_addons: z.array(
      z.object({ type: z.enum(addonTypes), name: z.string(), variants: z.array(Variant) }),
    ),
  })
  .meta({ id: 'ProjectAddons' })
export type ProjectAddons = z.infer<typeof ProjectAddons>

export const AddonChoice = z.strictObject({
  addon_type: z.enum(addonTypes, 'Choose one of the add-ons'),
  addon_variant: z.enum(addonVariants, 'Choose one of the variants of this add-on'),
})

export const AddonParams = ProjectParams.extend({ variant: z.enum(addonVariants) })

/** How many of an organization's projects have an add-on. */
export const AddonUse = z
  .object({
    type: z.enum(addonTypes),
    name: z.string(),
    projects: z.number().int(),
    /** The organization's number of projects. */
    of: z.number().int(),
  })
  .meta({ id: 'AddonUse' })
export type AddonUse = z.infer<typeof AddonUse>
