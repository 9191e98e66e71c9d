import { z } from 'zod'

export const editions = ['platform', 'self-hosted'] as const
export type Edition = (typeof editions)[number]

export const Health = z.object({ status: z.literal('ok'), version: z.string() }).meta({ id: 'Health' })

/** Public information that the dashboard needs before sign-in. */
export const InstallationConfig = z
  .object({
    edition: z.enum(editions),
    version: z.string(),
    /** Whether the first owner still has to sign up, with the link that the terminal shows. */
    setup_required: z.boolean(),
    /** Keys of disabled features, such as `projects:create`. */
    disabled_features: z.array(z.string()),
    /** Where apps and other servers reach this installation: BASALT_PUBLIC_URL, otherwise as the caller did. */
    origin: z.string(),
  })
  .meta({ id: 'InstallationConfig' })
export type InstallationConfig = z.infer<typeof InstallationConfig>

/** The owner is the first account, or the only user of the self-hosted edition. */
export const InstallationRole = z.object({ is_owner: z.boolean() }).meta({ id: 'InstallationRole' })
