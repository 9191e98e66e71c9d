import { z } from 'zod'

export const editions = ['platform', 'self-hosted'] as const
export type Edition = (typeof editions)[number]

export const Health = z.object({ status: z.literal('ok'), version: z.string() }).meta({ id: 'Health' })

/** Public facts that the dashboard needs before anyone has signed in. */
export const InstallationConfig = z
  .object({
    edition: z.enum(editions),
    version: z.string(),
    /** Whether the first owner is still to be made, with the link that the terminal shows. */
    setup_required: z.boolean(),
    /** Feature keys that are switched off, such as `projects:create`. */
    disabled_features: z.array(z.string()),
  })
  .meta({ id: 'InstallationConfig' })
export type InstallationConfig = z.infer<typeof InstallationConfig>

/** What the caller is to the installation. The owner has its first account, or is the one user of the other edition. */
export const InstallationRole = z.object({ is_owner: z.boolean() }).meta({ id: 'InstallationRole' })
