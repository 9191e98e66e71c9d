import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  countSnippets,
  createSnippet,
  deleteSnippets,
  getSnippet,
  getSnippetRevision,
  listSnippetRevisions,
  listSnippets,
  nameSnippets,
  restoreSnippetRevision,
  saveSnippet,
  updateSnippet,
} from '@basalt/contract/snippets/snippets.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { pageRequest } from './page-request.ts'
import type { RevisionStore } from './revisions.store.ts'
import { viewerOf } from './snippet-rights.ts'
import type { SnippetService } from './snippets.service.ts'
import type { SnippetStore } from './snippets.store.ts'

interface Deps {
  gates: Pick<Gates, 'project'>
  store: SnippetStore
  service: SnippetService
  revisions: RevisionStore
}

export const snippetRoutes =
  ({ gates, store, service, revisions }: Deps) =>
  async (app: FastifyInstance) => {
    const reading = gates.project(needs.seeSnippets)
    const changing = gates.project(needs.changeSnippets)

    mount(app, listSnippets, reading, ({ query, ...context }) =>
      store.page(viewerOf(context), {
        ...pageRequest(query),
        visibility: query.visibility,
        favorite: query.favorite,
      }),
    )

    mount(app, countSnippets, reading, ({ query, ...context }) => store.counts(viewerOf(context), query.name))

    mount(app, nameSnippets, reading, ({ query, ...context }) => store.names(viewerOf(context), query.ids))

    mount(app, createSnippet, gates.project(needs.createSnippets), ({ body, ...context }) =>
      service.create(context, body),
    )

    mount(app, saveSnippet, changing, ({ body, ...context }) => service.save(context, body))

    mount(app, deleteSnippets, gates.project(needs.deleteSnippets), ({ query, ...context }) =>
      service.remove(context, query.ids),
    )

    mount(app, getSnippet, reading, ({ params, ...context }) => service.read(context, params.id))

    mount(app, updateSnippet, changing, ({ params, body, ...context }) =>
      service.change(context, params.id, body),
    )

    mount(app, listSnippetRevisions, reading, async ({ params, ...context }) => {
      await service.mustSee(context, params.id)
      return revisions.list(params.id)
    })

    mount(app, getSnippetRevision, reading, async ({ params, ...context }) => {
      await service.mustSee(context, params.id)
      const found = await revisions.find(params.id, params.revision)
      if (!found) throw notFound('Revision', String(params.revision))
      return found
    })

    mount(app, restoreSnippetRevision, changing, ({ params, body, ...context }) =>
      service.restore(context, params.id, body.revision),
    )
  }
