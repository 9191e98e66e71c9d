import { metaTypes } from '@basalt/catalog/pg-meta/data-types.ts'
import { metaExtensions } from '@basalt/catalog/pg-meta/extensions.ts'
import { metaFunctions } from '@basalt/catalog/pg-meta/functions.ts'
import { metaPublications } from '@basalt/catalog/pg-meta/publications.ts'
import { metaTriggers } from '@basalt/catalog/pg-meta/triggers.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  getMetaExtension,
  getMetaFunction,
  getMetaPublication,
  getMetaTrigger,
  listMetaExtensions,
  listMetaFunctions,
  listMetaPublications,
  listMetaTriggers,
  listMetaTypes,
} from '@basalt/contract/pg-meta/objects.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { CatalogAnswers } from './catalog-answers.ts'
import { selectionOf } from './selection.ts'

interface Deps {
  gates: Gates
  answers: CatalogAnswers
}

/** Functions, triggers, types, extensions and publications. */
export const objectsRoutes =
  ({ gates, answers }: Deps) =>
  async (app: FastifyInstance) => {
    const reads = gates.project(needs.readWithSql)

    mount(app, listMetaFunctions, reads, (input, _request, reply) =>
      answers.list(memberCall(input, reply), metaFunctions(selectionOf(input.query))),
    )

    mount(app, getMetaFunction, reads, (input, _request, reply) =>
      answers.one(
        memberCall(input, reply),
        metaFunctions({ id: input.params.oid }),
        'Function',
        input.params.oid,
      ),
    )

    mount(app, listMetaTriggers, reads, (input, _request, reply) =>
      answers.list(memberCall(input, reply), metaTriggers(selectionOf(input.query))),
    )

    mount(app, getMetaTrigger, reads, (input, _request, reply) =>
      answers.one(
        memberCall(input, reply),
        metaTriggers({ id: input.params.oid }),
        'Trigger',
        input.params.oid,
      ),
    )

    mount(app, listMetaTypes, reads, (input, _request, reply) =>
      answers.list(
        memberCall(input, reply),
        metaTypes({ ...selectionOf(input.query), withArrays: input.query.include_array_types }),
      ),
    )

    mount(app, listMetaExtensions, reads, (input, _request, reply) =>
      answers.list(memberCall(input, reply), metaExtensions(selectionOf(input.query))),
    )

    mount(app, getMetaExtension, reads, (input, _request, reply) =>
      answers.one(
        memberCall(input, reply),
        metaExtensions({ name: input.params.extension }),
        'Extension',
        input.params.extension,
      ),
    )

    mount(app, listMetaPublications, reads, (input, _request, reply) =>
      answers.list(memberCall(input, reply), metaPublications(selectionOf(input.query))),
    )

    mount(app, getMetaPublication, reads, (input, _request, reply) =>
      answers.one(
        memberCall(input, reply),
        metaPublications({ id: input.params.oid }),
        'Publication',
        input.params.oid,
      ),
    )
  }
