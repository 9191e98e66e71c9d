import { z } from 'zod'
import { formatBytes } from '../../../../lib/bytes.ts'
import { bytesOf, sizeUnits } from '../size.rules.ts'

/** The schema of the limit form; `cap` is the plan's maximum in bytes. */
export const limitForm = (cap: number) =>
  z
    .object({
      amount: z.string().trim().min(1, 'Please provide a file size limit'),
      unit: z.enum(sizeUnits),
      imageTransformation: z.boolean(),
    })
    .superRefine(({ amount, unit }, context) => {
      const bytes = bytesOf(amount, unit)
      const message =
        amount === ''
          ? undefined
          : bytes === undefined || bytes === 0
            ? 'Enter a number above 0'
            : bytes > cap
              ? `Maximum limit is up to ${formatBytes(cap)}.`
              : undefined
      if (message) context.addIssue({ code: 'custom', path: ['amount'], message })
    })
export type LimitValues = z.infer<ReturnType<typeof limitForm>>
