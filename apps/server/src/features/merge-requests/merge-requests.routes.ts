import {
  createMergeRequest,
  getMergeChanges,
  getMergeRequest,
  getParentUpdate,
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

    /** Whether the caller knows of the other side of a merge. Throws `forbidden` when they may not do there what `need` says. */
    const reachesSide = async (
      { project, caller }: { project: Project; caller: Caller },
      side: string,
      target: string,
      need: Need,
    ): Promise<boolean> => {
      const access = await permissions.accessToProject(caller.userId, side)
      // A token for a project reaches its branches too.
      const { organization_slug } = project
      if (!access || !mayReachProject(caller, { ref: target, organization_slug })) return false
      mustAllow(caller, access, need)
      return true
    }

    /** Of a branch, or into it. The caller needs the same on the other side. */
    const requestOf = async (
      who: { project: Project; caller: Caller },
      id: string,
      need: Need = needs.writeMergeRequests,
    ): Promise<StoredRequest> => {
      const { ref } = who.project
      const request = await store.find(id)
      if (!request || (request.branch_ref !== ref && request.target_ref !== ref))
        throw notFound('Merge request', id)
      for (const side of [request.branch_ref, request.target_ref])
        if (side !== null && side !== ref && !(await reachesSide(who, side, request.target_ref, need)))
          throw notFound('Merge request', id)
      return request
    }
    const reviewer = ({ caller, allows }: { caller: Caller; allows: Allows }): Reviewer => ({
      email: caller.email,
      mayApprove: allows(needs.approveMergeRequests),
    })

    mount(app, listMergeRequests, mayRead, ({ project }) => service.list(project.ref))

    mount(app, getParentUpdate, mayRead, async ({ project, caller }) => {
      const target = await service.targetOf(project.ref)
      if (!(await reachesSide({ project, caller }, target, target, needs.seeMergeRequests)))
        throw notFound('Branch', target)
      return service.parentUpdate(project.ref, target)
    })

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

    mount(app, mergeMergeRequest, mayWrite, async ({ params, query, ...who }) =>
      service.merge(await requestOf(who, params.id), reviewer(who), query),
    )
  }
