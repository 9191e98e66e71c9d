import { z } from 'zod'
import { apiRoles } from './keys.rules.ts'

/** One of the two lasting keys. `api_key` is null for who may not see it. */
export const ApiKey = z.object({
  name: z.enum(['anon', 'service_role']),
  description: z.string(),
  api_key: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const TemporaryApiKey = z.object({ api_key: z.string() })

/** What a token says of its bearer; `role` is the database role that requests run as. */
export const Claims = z.looseObject({ role: z.enum(apiRoles).default('service_role') })

const parseJson = (text: string, context: z.RefinementCtx) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.addIssue({ code: 'custom', message: 'Send the claims as JSON, such as {"role":"service_role"}' })
    return z.NEVER
  }
}

/** Claims in a query string, as JSON. */
export const ClaimsText = z.string().max(2000).transform(parseJson).pipe(Claims)
