import { listPermissions } from '@basalt/contract/permissions/permissions.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { PermissionStore } from './permissions.store.ts'

interface Deps {
  gates: Gates
  store: PermissionStore
}

export const permissionRoutes =
  ({ gates, store }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, listPermissions, gates.user, ({ caller }) => store.permissionsOf(caller.userId))
  }
