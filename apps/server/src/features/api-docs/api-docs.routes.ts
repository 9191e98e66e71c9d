import { getTypescriptTypes } from '@basalt/contract/api-docs/client-types.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { ClientTypesOf } from './client-types.service.ts'

interface Deps {
  gates: Gates
  clientTypesOf: ClientTypesOf
}

/** What a project's own API offers, for those who write clients of it. */
export const apiDocsRoutes =
  ({ gates, clientTypesOf }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, getTypescriptTypes, gates.project(needs.seeApiDocs), async ({ project, query }) => ({
      types: await clientTypesOf(project.ref, query.included_schemas),
    }))
  }
