import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { LEGACY_SIGNING_KEY } from './signing-keys.rules.ts'
import { JwtSecret, JwtSecretChange, SigningKey } from './signing-keys.schema.ts'

const SigningKeyParams = ProjectParams.extend({ id: z.union([z.uuid(), z.literal(LEGACY_SIGNING_KEY)]) })

export const listSigningKeys = endpoint({
  name: 'listSigningKeys',
  method: 'GET',
  path: '/v1/projects/:ref/config/auth/signing-keys',
  summary: "The signing keys of the project's tokens, newest first, the legacy secret last",
  params: ProjectParams,
  response: z.array(SigningKey),
})

export const createSigningKey = endpoint({
  name: 'createSigningKey',
  method: 'POST',
  path: '/v1/projects/:ref/config/auth/signing-keys',
  summary: 'Create a signing key on standby; a project has at most one of them',
  params: ProjectParams,
  body: z.strictObject({ algorithm: z.literal('ES256') }),
  response: SigningKey,
  status: 201,
  audit: { title: 'Create a signing key', keeps: ['algorithm'] },
})

export const updateSigningKey = endpoint({
  name: 'updateSigningKey',
  method: 'PATCH',
  path: '/v1/projects/:ref/config/auth/signing-keys/:id',
  summary: 'Make a signing key the current one, revoke it, or trust it again; returns all signing keys',
  params: SigningKeyParams,
  body: z.strictObject({ status: z.enum(['in_use', 'previously_used', 'revoked']) }),
  response: z.array(SigningKey),
  audit: { title: 'Rotate, revoke or restore a signing key', keeps: ['status'] },
})

export const deleteSigningKey = endpoint({
  name: 'deleteSigningKey',
  method: 'DELETE',
  path: '/v1/projects/:ref/config/auth/signing-keys/:id',
  summary: 'Delete a signing key that is on standby or revoked; this cannot be undone',
  params: SigningKeyParams,
  response: Done,
  audit: { title: 'Delete a signing key' },
})

export const revealJwtSecret = endpoint({
  name: 'revealJwtSecret',
  method: 'GET',
  path: '/platform/projects/:ref/config/secrets/jwt',
  summary: 'The legacy JWT secret of the project',
  params: ProjectParams,
  response: JwtSecret,
  audit: { title: 'Read the JWT secret', reveals: true },
})

export const changeJwtSecret = endpoint({
  name: 'changeJwtSecret',
  method: 'PUT',
  path: '/platform/projects/:ref/config/secrets/jwt',
  summary:
    'Change the legacy JWT secret; the legacy keys change, and tokens signed with the old secret are refused',
  params: ProjectParams,
  body: JwtSecretChange,
  response: Done,
  audit: { title: 'Change the JWT secret', keeps: ['source'] },
})
