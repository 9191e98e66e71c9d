import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { TEMPORARY_KEY_SECONDS, TEMPORARY_KEY_SECONDS_MAX } from './keys.rules.ts'
import { ApiKey, ClaimsText, TemporaryApiKey } from './keys.schema.ts'

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: '/v1/projects/:ref/api-keys',
  summary: "The keys of a project's own API",
  params: ProjectParams,
  response: z.array(ApiKey),
  audit: { title: "Read the keys of the project's API", reveals: true },
})

export const getTemporaryApiKey = endpoint({
  name: 'getTemporaryApiKey',
  method: 'GET',
  path: '/platform/projects/:ref/api-keys/temporary',
  summary: "A key of a project's own API that soon expires",
  params: ProjectParams,
  query: z.object({
    /** Seconds until it expires. */
    authorization_exp: z.coerce
      .number()
      .int()
      .min(1)
      .max(TEMPORARY_KEY_SECONDS_MAX)
      .default(TEMPORARY_KEY_SECONDS),
    claims: ClaimsText.default({ role: 'service_role' }),
  }),
  response: TemporaryApiKey,
  audit: { title: "Make a temporary key of the project's API", reveals: true },
})
