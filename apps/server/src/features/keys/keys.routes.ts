import { getTemporaryApiKey, listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { KeyService } from './keys.service.ts'

export const keyRoutes =
  ({ gates, keys }: { gates: Gates; keys: KeyService }) =>
  async (app: FastifyInstance) => {
    mount(app, listApiKeys, gates.project(needs.seeApiKeys), async ({ project, allows }) => [
      {
        name: 'anon' as const,
        description: 'For browsers and apps. What it may do, row level security decides.',
        api_key: await keys.lasting(project, 'anon'),
      },
      {
        name: 'service_role' as const,
        description: 'For servers only. It passes row level security by.',
        api_key: allows(needs.useServiceKey) ? await keys.lasting(project, 'service_role') : null,
      },
    ])

    mount(app, getTemporaryApiKey, gates.project(needs.useServiceKey), async ({ project, query }) => ({
      api_key: await keys.temporary(project.ref, query.claims, query.authorization_exp),
    }))
  }
