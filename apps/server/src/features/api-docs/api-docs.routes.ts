import {
  describeApiFunction,
  describeApiRelation,
  listApiContents,
} from '@basalt/contract/api-docs/api-docs.endpoints.ts'
import { generateTypescript, getTypescriptTypes } from '@basalt/contract/api-docs/client-types.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { ApiDocsStore } from './api-docs.store.ts'
import type { ClientTypesOf } from './client-types.service.ts'

interface Deps {
  gates: Gates
  docs: ApiDocsStore
  clientTypesOf: ClientTypesOf
}

/** The documentation of a project's Data API, for people who write clients. */
export const apiDocsRoutes =
  ({ gates, docs, clientTypesOf }: Deps) =>
  async (app: FastifyInstance) => {
    const gate = gates.project(needs.seeApiDocs)

    mount(app, listApiContents, gate, ({ project, query }) => docs.contents(project.ref, query.schema))

    mount(app, describeApiRelation, gate, async ({ project, query: { schema, name } }) => {
      const relation = await docs.relation(project.ref, schema, name)
      if (!relation) throw notFound('Table or view', name)
      return relation
    })

    mount(app, describeApiFunction, gate, async ({ project, query: { schema, name } }) => {
      const found = await docs.function(project.ref, schema, name)
      if (!found) throw notFound('Function', name)
      return found
    })

    mount(app, getTypescriptTypes, gate, async ({ project, query }) => ({
      types: await clientTypesOf(project.ref, query.included_schemas),
    }))

    mount(app, generateTypescript, gate, async ({ project, query }, _request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .send(await clientTypesOf(project.ref, query.included_schemas, query.excluded_schemas)),
    )
  }
