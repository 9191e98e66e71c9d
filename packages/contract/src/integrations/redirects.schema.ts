import { z } from 'zod'

const INSTALLATION_ID = /^[A-Za-z0-9_-]{1,128}$/

export const InstallationParams = z.object({
  installation_id: z.string().regex(INSTALLATION_ID, 'Not the id of an installation'),
})

export const Redirect = z.object({ url: z.url() })
