import {
  getNetworkAccess,
  listNetworkBans,
  removeNetworkBans,
  updateNetworkAccess,
} from '@basalt/contract/network-access/network-access.endpoints.ts'
import type { NetworkAccess } from '@basalt/contract/network-access/network-access.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { plainAddress } from './connection-check.ts'
import type { NetworkAccessStore } from './network-access.store.ts'
import type { NetworkBans } from './network-bans.ts'

interface Deps {
  gates: Gates
  store: NetworkAccessStore
  bans: NetworkBans
  /** Applies the stored rules to new connections, and ends those that are open. */
  apply(ref: string): Promise<void>
}

/** Who may connect to a project's database. */
export const networkAccessRoutes =
  ({ gates, store, bans, apply }: Deps) =>
  async (app: FastifyInstance) => {
    const current = async (ref: string, request: FastifyRequest): Promise<NetworkAccess> => ({
      ...(await store.of(ref)),
      your_address: plainAddress(request.ip),
    })

    mount(app, getNetworkAccess, gates.project(needs.seeProjects), ({ project }, request) =>
      current(project.ref, request),
    )

    mount(
      app,
      updateNetworkAccess,
      gates.project(needs.changeNetworkAccess),
      async ({ project: { ref }, body }, request) => {
        const previous = await store.of(ref)
        await store.set(ref, {
          ssl_enforced: body.ssl_enforced ?? previous.ssl_enforced,
          allowed_cidrs: body.allowed_cidrs === undefined ? previous.allowed_cidrs : body.allowed_cidrs,
        })
        await apply(ref)
        return current(ref, request)
      },
    )

    mount(app, listNetworkBans, gates.project(needs.seeProjects), ({ project }) => bans.list(project.ref))

    mount(
      app,
      removeNetworkBans,
      gates.project(needs.changeNetworkAccess),
      async ({ project: { ref }, body: { addresses } }) => {
        await bans.lift(ref, addresses)
        return bans.list(ref)
      },
    )
  }
