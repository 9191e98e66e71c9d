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
  summary: "The keys of a project's API: the legacy ones unless disabled, then the others by age",
  params: ProjectParams,
  response: z.array(ApiKey),
  audit: { title: "Read the keys of the project's API", reveals: true },
})

export const createApiKey = endpoint({
  name: 'createApiKey',
  method: 'POST',
  path: '/v1/projects/:ref/api-keys',
  summary: "Create a publishable or secret key of the project's API; only this response shows a secret key",
  params: ProjectParams,
  body: NewApiKey,
  response: CreatedApiKey,
  status: 201,
  audit: { title: "Create a key of the project's API", keeps: ['type', 'name'] },
})

export const revealApiKey = endpoint({
  name: 'revealApiKey',
  method: 'POST',
  path: '/v1/projects/:ref/api-keys/:id/reveal',
  summary: 'Reveal the secret key that was created with the project; works once',
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
  summary: "Revoke a key of the project's API for good; requests with it are refused at once",
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
  summary: 'Enable or disable the legacy anon and service_role keys',
  params: ProjectParams,
  body: z.strictObject({ enabled: z.boolean() }),
  response: LegacyApiKeys,
  audit: { title: "Enable or disable the legacy keys of the project's API", keeps: ['enabled'] },
})

export const getTemporaryApiKey = endpoint({
  name: 'getTemporaryApiKey',
  method: 'GET',
  path: '/platform/projects/:ref/api-keys/temporary',
  summary: "Create a short-lived key of a project's API",
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
  audit: { title: "Create a temporary key of the project's API", reveals: true },
})
