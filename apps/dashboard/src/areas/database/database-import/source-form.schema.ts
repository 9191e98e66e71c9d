import { sourceAddress } from '@basalt/contract/database-import/source-address.rules.ts'
import { z } from 'zod'

export const SourceFields = z.object({
  connection_string: z.string().superRefine((text, { addIssue }) => {
    const address = sourceAddress(text)
    if (typeof address === 'string') addIssue(address)
  }),
})
export type SourceFields = z.output<typeof SourceFields>
