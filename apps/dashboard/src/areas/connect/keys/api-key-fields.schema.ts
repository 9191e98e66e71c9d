import { NewApiKey } from '@basalt/contract/keys/keys.schema.ts'
import type { z } from 'zod'

/** What people say of a key, when it is made and later. */
export const ApiKeyFields = NewApiKey.omit({ type: true }).required()
export type ApiKeyFields = z.infer<typeof ApiKeyFields>
