import type { SettingsChanges } from '../../platform/metadata/settings-changes.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { apiKeyStore } from './api-keys.store.ts'
import { keyRoutes } from './keys.routes.ts'
import { keyService } from './keys.service.ts'
import { legacyKeyStore } from './legacy-keys.store.ts'
import { signingKeyRoutes } from './signing-keys.routes.ts'
import { signingKeyService } from './signing-keys.service.ts'
import { signingKeyStore } from './signing-keys.store.ts'

export type Keys = ReturnType<typeof keysOf>

/** The API keys of projects, and the keys that sign their tokens. */
export function keysOf({
  metadata,
  secrets,
  projectSecrets,
  changes,
  now,
}: Pick<Platform, 'metadata' | 'secrets' | 'projectSecrets' | 'now'> & { changes: SettingsChanges }) {
  const stores = {
    apiKeys: apiKeyStore(metadata, secrets),
    signingKeys: signingKeyStore(metadata, secrets, now),
    legacyKeys: legacyKeyStore(metadata),
    secrets: projectSecrets,
  }
  return {
    stores,
    service: keyService({ ...stores, changes, now }),
    createDefaults: stores.apiKeys.createDefaults,
  }
}

export const keysSlice = ({ gates, apiGates, now }: Platform, { stores, service }: Keys): Slice => ({
  async routes(app) {
    await app.register(keyRoutes({ gates, keys: service, ...stores }))
    const signingKeys = signingKeyService({ ...stores, now, forget: service.forget })
    await app.register(signingKeyRoutes({ gates, apiGates, keys: service, signingKeys }))
  },
  forget: service.forget,
})
