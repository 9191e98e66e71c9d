import { z } from 'zod'

/** The commit that the served dashboard was built from; null if it was not built from a checkout. */
export const Deployment = z
  .object({ commitSha: z.string().nullable(), commitTime: z.iso.datetime({ offset: true }).nullable() })
  .meta({ id: 'Deployment' })
export type Deployment = z.infer<typeof Deployment>

/** The file in the built dashboard that holds it. */
export const DEPLOYMENT_FILE = 'deployment.json'

/** The running release and the available ones; unknown ones are omitted. */
export const CliRelease = z
  .object({
    current: z.string().optional(),
    latest: z.string().optional(),
    /** The newest pre-release, if newer than `latest`. */
    beta: z.string().optional(),
    /** When `latest` was published. */
    published_at: z.iso.datetime({ offset: true }).optional(),
  })
  .meta({ id: 'CliRelease' })
export type CliRelease = z.infer<typeof CliRelease>
