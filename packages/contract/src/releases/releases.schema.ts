import { z } from 'zod'

/** What the dashboard that is served was built from; null where it was not built from a checkout. */
export const Deployment = z
  .object({ commitSha: z.string().nullable(), commitTime: z.iso.datetime({ offset: true }).nullable() })
  .meta({ id: 'Deployment' })
export type Deployment = z.infer<typeof Deployment>

/** The file in the built dashboard that says so. */
export const DEPLOYMENT_FILE = 'deployment.json'

/** The release that runs, and those that could; whatever is not known is left out. */
export const CliRelease = z
  .object({
    current: z.string().optional(),
    latest: z.string().optional(),
    /** The newest release of all, when it comes before the next one for everybody. */
    beta: z.string().optional(),
    /** When `latest` was published. */
    published_at: z.iso.datetime({ offset: true }).optional(),
  })
  .meta({ id: 'CliRelease' })
export type CliRelease = z.infer<typeof CliRelease>
