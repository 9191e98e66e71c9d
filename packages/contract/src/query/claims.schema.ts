import { z } from 'zod'
import { ROUTINE_NAME_MAX } from './query.rules.ts'
import { routineParts } from './routine-name.rules.ts'

const ADVICE = 'Enter the name of a function, such as public.add_claims'

/** The name of a function that transforms claims, with or without a schema. */
export const ClaimsFunction = z
  .string()
  .trim()
  .max(ROUTINE_NAME_MAX, 'This name is too long')
  .refine((name) => routineParts(name) !== undefined, ADVICE)

const isObject = (text: string) => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** A user to run SQL as, as entered in a form. */
export const ChosenUser = z.object({
  sub: z.string().trim().min(1, 'Enter the id of a user').max(255, 'This id is too long'),
  aal: z.enum(['aal1', 'aal2']),
  /** Additional or overriding claims as a JSON object; empty for none. */
  more: z
    .string()
    .max(4000, 'These claims are too long')
    .refine(
      (text) => text.trim() === '' || isObject(text),
      'Enter a JSON object, such as {"email": "ann@example.com"}',
    ),
  /** A function that transforms a token's claims; empty for none. */
  via: z
    .string()
    .trim()
    .refine((name) => name === '' || ClaimsFunction.safeParse(name).success, ADVICE)
    .default(''),
  /** What the form shows instead of the id, such as an email address. */
  name: z.string().optional(),
  /** The claims of a token that a user of the project would get; those of a user of another service are made up. */
  claims: z.record(z.string(), z.unknown()).optional(),
})
export type ChosenUser = z.infer<typeof ChosenUser>
