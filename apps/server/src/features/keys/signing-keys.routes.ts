import { done } from '@basalt/contract/endpoint.ts'
import {
  changeJwtSecret,
  createSigningKey,
  deleteSigningKey,
  listSigningKeys,
  revealJwtSecret,
  updateSigningKey,
} from '@basalt/contract/keys/signing-keys.endpoints.ts'
import { JWKS_CACHE_SECONDS, JWKS_PATH } from '@basalt/contract/keys/signing-keys.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { ApiGates } from '../../http/api-gates.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { mountRaw } from '../../http/mount-raw.ts'
import type { KeyService } from './keys.service.ts'
import type { SigningKeyService } from './signing-keys.service.ts'

interface Deps {
  gates: Gates
  apiGates: ApiGates
  keys: KeyService
  signingKeys: SigningKeyService
}

export const signingKeyRoutes =
  ({ gates, apiGates, keys, signingKeys }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, listSigningKeys, gates.project(needs.seeApiKeys), ({ project }) =>
      signingKeys.list(project.ref),
    )

    mount(app, createSigningKey, gates.project(needs.changeSigningKeys), ({ project }) =>
      signingKeys.create(project.ref),
    )

    mount(app, updateSigningKey, gates.project(needs.changeSigningKeys), ({ project, params, body }) =>
      signingKeys.setStatus(project.ref, params.id, body.status),
    )

    mount(app, deleteSigningKey, gates.project(needs.changeSigningKeys), async ({ project, params }) => {
      await signingKeys.remove(project.ref, params.id)
      return done
    })

    mount(app, revealJwtSecret, gates.project(needs.seeJwtSecret), async ({ project }) => ({
      jwt_secret: await keys.jwtSecret(project.ref),
    }))

    mount(app, changeJwtSecret, gates.project(needs.changeSigningKeys), async ({ project, body }) => {
      await signingKeys.changeSecret(project.ref, body)
      return done
    })

    mountRaw(
      app,
      { method: 'GET', path: `/p/:ref${JWKS_PATH}`, summary: 'The public keys that verify tokens' },
      apiGates.anyTime,
      async ({ project }, _request, reply) =>
        reply
          .header('cache-control', `public, max-age=${JWKS_CACHE_SECONDS}`)
          .type('application/json')
          .send(JSON.stringify(await signingKeys.jwks(project.ref))),
    )
  }
