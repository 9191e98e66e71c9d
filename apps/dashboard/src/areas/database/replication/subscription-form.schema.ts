import { sourceAddress } from '@basalt/contract/database-import/source-address.rules.ts'
import { z } from 'zod'

/** The names in a text, one per line or separated by commas. */
export function publicationsOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

export const SubscriptionFields = z.object({
  name: z
    .string()
    .min(1, 'Enter a name')
    .max(63, 'Use at most 63 characters')
    .regex(/^[a-z0-9_]+$/, 'Use lower-case letters, digits and underscores'),
  connection_string: z.string().superRefine((text, { addIssue }) => {
    const address = sourceAddress(text)
    if (typeof address === 'string') addIssue(address)
  }),
  /** One per line or separated by commas. */
  publications: z
    .string()
    .transform(publicationsOf)
    .refine((names) => names.length > 0, 'Name at least one publication'),
  copies_rows: z.boolean(),
})
/** As they are typed. */
export type SubscriptionFields = z.input<typeof SubscriptionFields>
/** As they are sent. */
export type SubscriptionToCreate = z.output<typeof SubscriptionFields>
