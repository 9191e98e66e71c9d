import { CIDRS_MAX, readCidr } from '@basalt/contract/network-access/network-access.rules.ts'
import { z } from 'zod'

const linesOf = (text: string) => text.split(/[\s,]+/).filter((line) => line !== '')

/** Address blocks as typed, one per line; none allows every address. */
export const RestrictionsForm = z.object({
  allowed_cidrs: z
    .string()
    .superRefine((text, context) => {
      const lines = linesOf(text)
      const wrong = lines.find((line) => readCidr(line.toLowerCase()) === undefined)
      if (wrong !== undefined)
        context.addIssue({
          code: 'custom',
          message: `“${wrong}” is not an address such as 192.0.2.7 or a block such as 10.0.0.0/8 or 2001:db8::/32 without host bits`,
        })
      else if (lines.length > CIDRS_MAX)
        context.addIssue({ code: 'custom', message: `Enter at most ${CIDRS_MAX} address blocks` })
    })
    .transform((text) => {
      const lines = linesOf(text)
      return lines.length === 0 ? null : lines
    }),
})
export type RestrictionsFields = z.input<typeof RestrictionsForm>
