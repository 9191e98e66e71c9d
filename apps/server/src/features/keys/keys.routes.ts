import { done } from '@basalt/contract/endpoint.ts'
import {
  createApiKey,
  deleteApiKey,
  getLegacyApiKeys,
  getTemporaryApiKey,
  listApiKeys,
  revealApiKey,
  setLegacyApiKeys,
  updateApiKey,
} from '@basalt/contract/keys/keys.endpoints.ts'
import type { ApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { ApiKeyStore } from './api-keys.store.ts'
import type { KeyService } from './keys.service.ts'
import type { LegacyKeyStore } from './legacy-keys.store.ts'

interface Deps {
  gates: Gates
  keys: KeyService
  apiKeys: ApiKeyStore
  legacyKeys: LegacyKeyStore
}

const legacyDescriptions = {
  anon: 'For browsers and apps. Limited by row level security.',
  service_role: 'For servers only. Bypasses row level security.',
}

export const keyRoutes =
  ({ gates, keys, apiKeys, legacyKeys }: Deps) =>
  async (app: FastifyInstance) => {
    const legacyState = async (ref: string) => {
      const { are_enabled, last_used_at } = await legacyKeys.of(ref)
      return { enabled: are_enabled, last_used_at }
    }

    const legacyKeysOf = async ({ ref }: Project, maySeeSecrets: boolean): Promise<ApiKey[]> => {
      const { are_enabled, last_used_at, secret_changed_at: created_at } = await legacyKeys.of(ref)
      if (!are_enabled) return []
      const { anon, service_role } = await keys.legacy(ref)
      const shared = {
        id: null,
        type: 'legacy' as const,
        hint: null,
        can_reveal: false,
        created_at,
        last_used_at,
      }
      return [
        { ...shared, name: 'anon', description: legacyDescriptions.anon, api_key: anon },
        {
          ...shared,
          name: 'service_role',
          description: legacyDescriptions.service_role,
          api_key: maySeeSecrets ? service_role : null,
        },
      ]
    }

    mount(app, listApiKeys, gates.project(needs.seeApiKeys), async ({ project, allows }) => [
      ...(await legacyKeysOf(project, allows(needs.useServiceKey))),
      ...(await apiKeys.list(project.ref)),
    ])

    mount(app, createApiKey, gates.project(needs.createApiKeys), async ({ project, body }) => {
      const created = await apiKeys.create(project.ref, body)
      keys.forget(project.ref)
      return created
    })

    mount(app, revealApiKey, gates.project(needs.useServiceKey), async ({ project, params }) => {
      const revealed = await apiKeys.reveal(project.ref, params.id)
      if (!revealed) throw notFound('API key', params.id)
      return revealed
    })

    mount(app, updateApiKey, gates.project(needs.changeApiKeys), async ({ project, params, body }) => {
      const changed = await apiKeys.change(project.ref, params.id, body)
      if (!changed) throw notFound('API key', params.id)
      return changed
    })

    mount(app, deleteApiKey, gates.project(needs.deleteApiKeys), async ({ project, params }) => {
      if (!(await apiKeys.remove(project.ref, params.id))) throw notFound('API key', params.id)
      keys.forget(project.ref)
      return done
    })

    mount(app, getLegacyApiKeys, gates.project(needs.seeApiKeys), ({ project }) => legacyState(project.ref))

    mount(app, setLegacyApiKeys, gates.project(needs.changeApiKeys), async ({ project, body }) => {
      await legacyKeys.setEnabled(project.ref, body.enabled)
      keys.forget(project.ref)
      return legacyState(project.ref)
    })

    mount(app, getTemporaryApiKey, gates.project(needs.useServiceKey), async ({ project, query }) => ({
      api_key: await keys.temporary(project.ref, query.claims, query.authorization_exp),
    }))
  }
