import type { FastifyInstance } from 'fastify'
import { apiKeyStore } from './features/keys/api-keys.store.ts'
import { keyRoutes } from './features/keys/keys.routes.ts'
import { keyService } from './features/keys/keys.service.ts'
import { legacyKeyStore } from './features/keys/legacy-keys.store.ts'
import { signingKeyRoutes } from './features/keys/signing-keys.routes.ts'
import { signingKeyService } from './features/keys/signing-keys.service.ts'
import { signingKeyStore } from './features/keys/signing-keys.store.ts'
import type { ApiGates } from './http/api-gates.ts'
import type { Gates } from './http/gate.ts'
import type { Metadata } from './platform/metadata/metadata.ts'
import type { ProjectSecrets } from './platform/secrets/project-secrets.ts'
import type { Secrets } from './platform/secrets/secrets.ts'

interface Deps {
  metadata: Metadata
  secrets: Secrets
  projectKeys: ProjectSecrets
  now: () => Date
}

export type ComposedKeys = ReturnType<typeof composeKeys>

/** The keys to projects' own APIs, and what their tokens are signed with. */
export function composeKeys({ metadata, secrets, projectKeys, now }: Deps) {
  const stores = {
    apiKeys: apiKeyStore(metadata, secrets),
    signingKeys: signingKeyStore(metadata, secrets, now),
    legacyKeys: legacyKeyStore(metadata),
    secrets: projectKeys,
  }
  const service = keyService({ ...stores, now })
  return {
    service,
    createDefaults: stores.apiKeys.createDefaults,
    async register(app: FastifyInstance, gates: Gates, apiGates: ApiGates) {
      await app.register(keyRoutes({ gates, keys: service, ...stores }))
      const signingKeys = signingKeyService({ ...stores, now, forget: service.forget })
      await app.register(signingKeyRoutes({ gates, apiGates, keys: service, signingKeys }))
    },
  }
}
