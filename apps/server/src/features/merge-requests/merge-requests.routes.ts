import {
  createMergeRequest,
  getMergeChanges,
  getMergeRequest,
  listMergedRows,
  listMergeRequests,
  mergeMergeRequest,
  rehearseMergeRequest,
  reviewMergeRequest,
  updateMergeRequest,
} from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../http/app-error.ts'
import type { Allows, Caller, Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { MergeRequestService, Reviewer } from './merge-requests.service.ts'
import type { MergeRequestStore, StoredRequest } from './merge-requests.store.ts'

interface Deps {
  gates: Gates
  store: MergeRequestStore
  service: MergeRequestService
}

export const mergeRequestRoutes =
  ({ gates, store, service }: Deps) =>
  async (app: FastifyInstance) => {
    const mayRead = gates.project(needs.seeMergeRequests)
    const mayWrite = gates.project(needs.writeMergeRequests)

    /** Of a branch, or into it. */
    const requestOf = async (ref: string, id: string): Promise<StoredRequest> => {
      const request = await store.find(id)
      if (!request || (request.branch_ref !== ref && request.target_ref !== ref))
        throw notFound('Merge request', id)
      return request
    }
    const reviewer = ({ caller, allows }: { caller: Caller; allows: Allows }): Reviewer => ({
      email: caller.email,
      mayApprove: allows(needs.approveMergeRequests),
    })

    mount(app, listMergeRequests, mayRead, ({ project }) => service.list(project.ref))

    mount(app, createMergeRequest, mayWrite, ({ project, body, caller }) =>
      service.create(project.ref, body, caller.email),
    )

    mount(app, getMergeRequest, mayRead, async ({ project, params }) =>
      service.details(await requestOf(project.ref, params.id)),
    )

    mount(app, updateMergeRequest, mayWrite, async ({ project, params, body, caller }) =>
      service.change(await requestOf(project.ref, params.id), body, caller.email),
    )

    mount(app, getMergeChanges, mayRead, async ({ project, params, ...who }) =>
      service.changes(await requestOf(project.ref, params.id), reviewer(who)),
    )

    mount(app, listMergedRows, mayRead, async ({ project, params, query }) =>
      service.rows(await requestOf(project.ref, params.id), query),
    )

    mount(app, reviewMergeRequest, mayWrite, async ({ project, params, body, ...who }) =>
      service.review(await requestOf(project.ref, params.id), body, reviewer(who)),
    )

    mount(app, rehearseMergeRequest, mayWrite, async ({ project, params }) =>
      service.rehearse(await requestOf(project.ref, params.id)),
    )

    mount(app, mergeMergeRequest, mayWrite, async ({ project, params, ...who }) =>
      service.merge(await requestOf(project.ref, params.id), reviewer(who)),
    )
  }
