import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { TEMPORARY_KEY_SECONDS, TEMPORARY_KEY_SECONDS_MAX } from './keys.rules.ts'
import {
  ApiKey,
  ApiKeyChange,
  ClaimsText,
  CreatedApiKey,
  LegacyApiKeys,
  NewApiKey,
  TemporaryApiKey,
} from './keys.schema.ts'

const ApiKeyParams = ProjectParams.extend({ id: z.uuid() })

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: '/v1/projects/:ref/api-keys',
  summary:
    "The keys of a project's own API: the legacy ones unless they are disabled, then the others by age",
  params: ProjectParams,
  response: z.array(ApiKey),
  audit: { title: "Read the keys of the project's API", reveals: true },
})

export const createApiKey = endpoint({
  name: 'createApiKey',
  method: 'POST',
  path: '/v1/projects/:ref/api-keys',
  summary:
    "Make a publishable or secret key of the project's API; a secret key is shown in this answer and never again",
  params: ProjectParams,
  body: NewApiKey,
  response: CreatedApiKey,
  status: 201,
  audit: { title: "Make a key of the project's API", keeps: ['type', 'name'] },
})

export const revealApiKey = endpoint({
  name: 'revealApiKey',
  method: 'POST',
  path: '/v1/projects/:ref/api-keys/:id/reveal',
  summary: 'Show the secret key that was made with the project; this works once',
  params: ApiKeyParams,
  response: CreatedApiKey,
  audit: { title: "Reveal a secret key of the project's API" },
})

export const updateApiKey = endpoint({
  name: 'updateApiKey',
  method: 'PATCH',
  path: '/v1/projects/:ref/api-keys/:id',
  summary: "Rename or describe a key of the project's API",
  params: ApiKeyParams,
  body: ApiKeyChange,
  response: ApiKey,
  audit: { keeps: ['name'] },
})

export const deleteApiKey = endpoint({
  name: 'deleteApiKey',
  method: 'DELETE',
  path: '/v1/projects/:ref/api-keys/:id',
  summary: "Revoke a key of the project's API for good; what uses it is refused from now on",
  params: ApiKeyParams,
  response: Done,
})

export const getLegacyApiKeys = endpoint({
  name: 'getLegacyApiKeys',
  method: 'GET',
  path: '/v1/projects/:ref/api-keys/legacy',
  summary: 'Whether the legacy anon and service_role keys are accepted, and when they were last used',
  params: ProjectParams,
  response: LegacyApiKeys,
})

export const setLegacyApiKeys = endpoint({
  name: 'setLegacyApiKeys',
  method: 'PUT',
  path: '/v1/projects/:ref/api-keys/legacy',
  summary: 'Accept the legacy anon and service_role keys, or refuse them from now on',
  params: ProjectParams,
  body: z.strictObject({ enabled: z.boolean() }),
  response: LegacyApiKeys,
  audit: { title: "Switch the legacy keys of the project's API on or off", keeps: ['enabled'] },
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
