import { z } from 'zod'

export const ThirdParty = z.object({ name: z.string(), version: z.string(), licence: z.string() })
export type ThirdParty = z.infer<typeof ThirdParty>

export const LegalDocuments = z
  .object({
    licence: z.object({ name: z.string(), text: z.string() }),
    /** Runtime dependencies by name, without development ones. */
    third_party: z.array(ThirdParty),
    data_location: z.object({
      /** Whether accounts and settings are stored beside the projects, or in a PostgreSQL that the operator configured. */
      metadata: z.enum(['embedded', 'external']),
      /** Other hosts that the installation connects to; null for none. */
      releases_host: z.string().nullable(),
      mail_host: z.string().nullable(),
    }),
  })
  .meta({ id: 'LegalDocuments' })
export type LegalDocuments = z.infer<typeof LegalDocuments>
