import { z } from 'zod'
import { nameText, Text } from '../text.ts'
import { API_KEY_DESCRIPTION_MAX, API_KEY_NAME_MAX, apiKeyTypes, apiRoles } from './keys.rules.ts'

/** A key of a project's own API. */
export const ApiKey = z
  .object({
    /** Null for the two legacy keys, which follow from the project's JWT secret. */
    id: z.uuid().nullable(),
    type: z.enum([...apiKeyTypes, 'legacy']),
    /** A legacy key's name is its role: `anon` or `service_role`. */
    name: z.string(),
    description: z.string(),
    /** Null for a secret key, which is stored as a hash, and for keys that the caller may not see. */
    api_key: z.string().nullable(),
    /** The first and last characters of a key, to tell keys apart; null for a legacy key. */
    hint: z.string().nullable(),
    /** True for the secret key that was created with the project, until it has been revealed. */
    can_reveal: z.boolean(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

const ApiKeyName = nameText('The name', 1, API_KEY_NAME_MAX)
const ApiKeyDescription = Text.trim().max(
  API_KEY_DESCRIPTION_MAX,
  `The description may have at most ${API_KEY_DESCRIPTION_MAX} characters`,
)

export const NewApiKey = z.strictObject({
  type: z.enum(apiKeyTypes),
  name: ApiKeyName,
  description: ApiKeyDescription.default(''),
})
export type NewApiKey = z.infer<typeof NewApiKey>

/** A created or revealed key, with its `api_key`. */
export const CreatedApiKey = ApiKey.extend({ id: z.uuid(), api_key: z.string() }).meta({
  id: 'CreatedApiKey',
})
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

/** Omitted fields stay unchanged. */
export const ApiKeyChange = z
  .strictObject({ name: ApiKeyName.optional(), description: ApiKeyDescription.optional() })
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field to change')
export type ApiKeyChange = z.infer<typeof ApiKeyChange>

/** Whether the legacy `anon` and `service_role` keys are accepted. */
export const LegacyApiKeys = z
  .object({
    enabled: z.boolean(),
    /** When either was last used; null for never, or before this was recorded. */
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'LegacyApiKeys' })
export type LegacyApiKeys = z.infer<typeof LegacyApiKeys>

export const TemporaryApiKey = z.object({ api_key: z.string() })

/** The claims of a token; `role` is the database role that requests run as. */
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
