import { getSupportBundle } from '@basalt/contract/support/support.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { SupportService } from './support.service.ts'

export const supportRoutes =
  ({ gates, service }: { gates: Gates; service: SupportService }) =>
  async (app: FastifyInstance) => {
    mount(app, getSupportBundle, gates.user, ({ caller, query }) => service.bundle(caller, query.projectRef))
  }
