import { CIDRS_MAX, readCidr } from '@basalt/contract/network-access/network-access.rules.ts'
import { z } from 'zod'

const linesOf = (text: string) => text.split(/[\s,]+/).filter((line) => line !== '')

/** Blocks of addresses as they are typed, one a line; none lets everybody in. */
export const RestrictionsForm = z.object({
  allowed_cidrs: z
    .string()
    .superRefine((text, context) => {
      const lines = linesOf(text)
      const wrong = lines.find((line) => readCidr(line.toLowerCase()) === undefined)
      if (wrong !== undefined)
        context.addIssue({
          code: 'custom',
          message: `“${wrong}” is no address such as 192.0.2.7, and no block such as 10.0.0.0/8 or 2001:db8::/32 that begins where it says`,
        })
      else if (lines.length > CIDRS_MAX)
        context.addIssue({ code: 'custom', message: `Name at most ${CIDRS_MAX} blocks of addresses` })
    })
    .transform((text) => {
      const lines = linesOf(text)
      return lines.length === 0 ? null : lines
    }),
})
export type RestrictionsFields = z.input<typeof RestrictionsForm>
