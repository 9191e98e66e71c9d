import { listGuides } from '@basalt/contract/documentation/documentation.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { readGuides } from './guide-files.ts'

export const documentationRoutes =
  ({ gates, productDir }: { gates: Gates; productDir: string }) =>
  async (app: FastifyInstance) => {
    mount(app, listGuides, gates.user, () => readGuides(productDir))
  }
