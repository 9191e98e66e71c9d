import {
  createMergeRequest,
  getMergeChanges,
  getMergeRequest,
  listMergedRows,
  listMergeRequests,
  listMergeReviewers,
  mergeMergeRequest,
  rehearseMergeRequest,
  reviewMergeRequest,
  updateMergeRequest,
} from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import type { Need } from '@basalt/contract/permissions/need.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../http/app-error.ts'
import { type Allows, type Caller, type Gates, mayReachProject, mustAllow } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { Permissions } from '../permissions/permissions.port.ts'
import type { MergeRequestService } from './merge-requests.service.ts'
import type { MergeRequestStore, StoredRequest } from './merge-requests.store.ts'
import type { Reviewer } from './reviewers.store.ts'

interface Deps {
  gates: Gates
  store: MergeRequestStore
  service: MergeRequestService
  permissions: Pick<Permissions, 'accessToProject'>
}

export const mergeRequestRoutes =
  ({ gates, store, service, permissions }: Deps) =>
  async (app: FastifyInstance) => {
    const mayRead = gates.project(needs.seeMergeRequests)
    const mayWrite = gates.project(needs.writeMergeRequests)

    /** Of a branch, or into it. The caller needs the same on the other side. */
    const requestOf = async (
      { project, caller }: { project: Project; caller: Caller },
      id: string,
      need: Need = needs.writeMergeRequests,
    ): Promise<StoredRequest> => {
      const { ref, organization_slug } = project
      const request = await store.find(id)
      if (!request || (request.branch_ref !== ref && request.target_ref !== ref))
        throw notFound('Merge request', id)
      for (const side of [request.branch_ref, request.target_ref]) {
        if (side === null || side === ref) continue
        const access = await permissions.accessToProject(caller.userId, side)
        // A token for a project reaches its branches too.
        const isReachable = mayReachProject(caller, { ref: request.target_ref, organization_slug })
        if (!access || !isReachable) throw notFound('Merge request', id)
        mustAllow(caller, access, need)
      }
      return request
    }
    const reviewer = ({ caller, allows }: { caller: Caller; allows: Allows }): Reviewer => ({
      email: caller.email,
      mayApprove: allows(needs.approveMergeRequests),
    })

    mount(app, listMergeRequests, mayRead, ({ project }) => service.list(project.ref))

    mount(app, listMergeReviewers, mayWrite, ({ project }) => service.candidates(project.ref))

    mount(app, createMergeRequest, mayWrite, ({ project, body, caller }) =>
      service.create(project.ref, body, caller.email),
    )

    mount(app, getMergeRequest, mayRead, async ({ params, ...who }) =>
      service.details(await requestOf(who, params.id, needs.seeMergeRequests)),
    )

    mount(app, updateMergeRequest, mayWrite, async ({ params, body, ...who }) =>
      service.change(await requestOf(who, params.id), body, who.caller.email),
    )

    mount(app, getMergeChanges, mayRead, async ({ params, ...who }) =>
      service.changes(await requestOf(who, params.id, needs.seeMergeRequests), reviewer(who)),
    )

    mount(app, listMergedRows, mayRead, async ({ params, query, ...who }) =>
      service.rows(await requestOf(who, params.id, needs.seeMergeRequests), query),
    )

    mount(app, reviewMergeRequest, mayWrite, async ({ params, body, ...who }) =>
      service.review(await requestOf(who, params.id), body, reviewer(who)),
    )

    mount(app, rehearseMergeRequest, mayWrite, async ({ params, ...who }) =>
      service.rehearse(await requestOf(who, params.id)),
    )

    mount(app, mergeMergeRequest, mayWrite, async ({ params, ...who }) =>
      service.merge(await requestOf(who, params.id), reviewer(who)),
    )
  }
