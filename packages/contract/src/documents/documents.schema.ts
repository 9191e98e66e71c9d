import { z } from 'zod'

export const ThirdParty = z.object({ name: z.string(), version: z.string(), licence: z.string() })
export type ThirdParty = z.infer<typeof ThirdParty>

export const LegalDocuments = z
  .object({
    licence: z.object({ name: z.string(), text: z.string() }),
    /** What the product is made of, by name; what only its making needs is left out. */
    third_party: z.array(ThirdParty),
    data_location: z.object({
      /** Whether accounts and settings are kept beside the projects, or in a PostgreSQL that the operator named. */
      metadata: z.enum(['embedded', 'external']),
      /** The other machines that the installation speaks to; null where there is none. */
      releases_host: z.string().nullable(),
      mail_host: z.string().nullable(),
    }),
  })
  .meta({ id: 'LegalDocuments' })
export type LegalDocuments = z.infer<typeof LegalDocuments>
