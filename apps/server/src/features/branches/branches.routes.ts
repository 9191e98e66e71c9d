import {
  cancelBranchReset,
  createBranch,
  deleteBranch,
  diffBranch,
  discardPreparedBranch,
  getBranch,
  listBranchDetails,
  listBranches,
  mergeBranch,
  prepareBranch,
  pushBranch,
  readBranchDisk,
  resetBranch,
  updateBranch,
} from '@basalt/contract/branches/branches.endpoints.ts'
import { BRANCH_NAME_MAX } from '@basalt/contract/branches/branches.rules.ts'
import {
  AskedBranch,
  type Branch,
  type BranchChange,
  type NewBranch,
} from '@basalt/contract/branches/branches.schema.ts'
import { done } from '@basalt/contract/endpoint.ts'
import { type Need, refusalOf } from '@basalt/contract/permissions/need.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import { noteForAudit } from '../../http/audit-notes.ts'
import { type Caller, type Gates, mayReachProject, mustAllow } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { BranchMerges } from '../merge-requests/merge-requests.port.ts'
import type { Permissions } from '../permissions/permissions.port.ts'
import type { Projects } from '../projects/projects.port.ts'
import type { BranchService } from './branches.service.ts'
import type { BranchStore } from './branches.store.ts'

interface Deps {
  gates: Gates
  store: BranchStore
  service: BranchService
  permissions: Pick<Permissions, 'accessToProject'>
  projects: Pick<Projects, 'findFor'>
  merges(): BranchMerges
}

export const branchRoutes =
  ({ gates, store, service, permissions, projects, merges }: Deps) =>
  async (app: FastifyInstance) => {
    /** Throws `not_found` for what the caller may not know of, or `forbidden`. */
    const branchFor = async (
      request: FastifyRequest,
      caller: Caller,
      id: string,
      need: Need,
    ): Promise<Branch> => {
      const branch = await store.findFor(caller.userId, id)
      const [access, project] = branch
        ? await Promise.all([
            permissions.accessToProject(caller.userId, branch.project_ref),
            projects.findFor(caller.userId, branch.project_ref),
          ])
        : []
      if (!branch || !access || !project || !reaches(caller, branch, project)) throw notFound('Branch', id)
      noteForAudit(request, { projectRef: branch.project_ref })
      mustAllow(caller, access, need)
      return branch
    }

    mount(app, listBranches, gates.project(needs.seeBranches), ({ project, query }) =>
      store.list(project.ref, query),
    )

    mount(app, listBranchDetails, gates.project(needs.seeBranches), ({ project }) =>
      service.details(project.ref),
    )

    mount(app, readBranchDisk, gates.project(needs.seeBranches), ({ project }) => service.disk(project.ref))

    mount(
      app,
      createBranch,
      gates.project(needs.createBranches),
      ({ project, query, body, allows }, request) => {
        const branch = named({ ...query, ...(body ?? AskedBranch.parse({})) })
        if (branch.moment) {
          // It has rows of which nothing is left today.
          if (!allows(needs.openPastMoments))
            throw new AppError('forbidden', refusalOf(needs.openPastMoments))
          mustHaveData(branch)
        }
        // The audit log keeps fields of the body, which there may not be.
        noteForAudit(request, { details: { branch_name: branch.branch_name } })
        return service.create(project.ref, branch)
      },
    )

    mount(app, prepareBranch, gates.project(needs.createBranches), ({ project, caller }) =>
      service.prepare(project.ref, caller.userId),
    )

    mount(app, discardPreparedBranch, gates.project(needs.createBranches), async ({ project, caller }) => {
      await service.discardPrepared(project.ref, caller.userId)
      return done
    })

    mount(app, getBranch, gates.anyToken, ({ caller, params }, request) =>
      branchFor(request, caller, params.id, needs.seeBranches),
    )

    mount(app, updateBranch, gates.anyToken, async ({ caller, params, body }, request) => {
      const branch = await branchFor(request, caller, params.id, needs.changeBranches)
      refuseImpossible(branch, body)
      // First, because it may be refused.
      if (body.request_review) await merges().requestReview(branch.project_ref, caller.email)
      if (body.request_review === false) await merges().withdrawReview(branch.project_ref, caller.email)
      const changed = await service.change(branch, body)
      if (!changed) throw notFound('Branch', params.id)
      return changed
    })

    mount(app, deleteBranch, gates.anyToken, async ({ caller, params }, request) => ({
      ...(await service.remove(await branchFor(request, caller, params.id, needs.deleteBranches))),
      message: 'ok' as const,
    }))

    mount(app, resetBranch, gates.anyToken, async ({ caller, params }, request) => {
      const branch = await service.reset(await branchFor(request, caller, params.id, needs.changeBranches))
      return { ...branch, ...work(branch.id) }
    })

    mount(app, cancelBranchReset, gates.anyToken, async ({ caller, params }, request) =>
      service.cancelReset(await branchFor(request, caller, params.id, needs.changeBranches)),
    )

    /** The branch, and whether the caller may approve merges into what it was made from, on which they need the same. */
    const sidesFor = async (request: FastifyRequest, caller: Caller, id: string, need: Need) => {
      const branch = await branchFor(request, caller, id, need)
      const { source_project_ref: source } = branch
      if (source === null)
        throw new AppError(
          'conflict',
          branch.is_default
            ? 'The default branch has nothing to be merged into'
            : 'What this branch was made from has been deleted. Reset the branch first.',
        )
      await branchFor(request, caller, source, need)
      const access = await permissions.accessToProject(caller.userId, source)
      return { branch, mayApprove: mustAllow(caller, access!, need)(needs.approveMergeRequests) }
    }

    mount(app, diffBranch, gates.anyToken, async ({ caller, params }, request, reply) => {
      const { branch } = await sidesFor(request, caller, params.id, needs.seeMergeRequests)
      const sql = await merges().diff(branch.project_ref)
      return reply.type('text/plain; charset=utf-8').send(sql)
    })

    mount(app, mergeBranch, gates.anyToken, async ({ caller, params }, request) => {
      const { branch, mayApprove } = await sidesFor(request, caller, params.id, needs.writeMergeRequests)
      return work(await merges().mergeBranch(branch.project_ref, { email: caller.email, mayApprove }))
    })

    mount(app, pushBranch, gates.anyToken, async ({ caller, params }, request) => {
      const { branch } = await sidesFor(request, caller, params.id, needs.changeBranches)
      await merges().push(branch.project_ref, caller.email)
      return work(branch.id)
    })
  }

/** The branch to create, which is named after its git branch unless it has a name. */
function named({ branch_name, ...branch }: AskedBranch): NewBranch {
  const ofGit = branch.git_branch && [...branch.git_branch].slice(0, BRANCH_NAME_MAX).join('').trim()
  const name = branch_name ?? ofGit
  if (name === undefined)
    throw new AppError('validation_failed', 'Name the branch: send branch_name, or git_branch.')
  return { ...branch, branch_name: name }
}

function mustHaveData({ with_data }: NewBranch) {
  if (with_data) return
  const message = 'A branch begins at a past moment with data. Leave out with_data, or moment.'
  throw new AppError('validation_failed', message, { details: { issues: [{ path: 'with_data', message }] } })
}

const work = (id: string) => ({ workflow_run_id: id, message: 'ok' as const })

/** A token for a project reaches its branches too. */
const reaches = (caller: Caller, branch: Branch, project: { ref: string; organization_slug: string }) =>
  mayReachProject(caller, project) || mayReachProject(caller, { ...project, ref: branch.parent_project_ref })

/** The default branch is what others merge into, so it is never reviewed and always persistent. */
function refuseImpossible({ is_default }: Branch, change: BranchChange) {
  if (!is_default) return
  if (change.request_review)
    throw new AppError('conflict', 'The default branch has nothing to be merged into')
  if (change.persistent === false) throw new AppError('conflict', 'The default branch is always persistent')
  if (typeof change.expires_after_days === 'number')
    throw new AppError('conflict', 'The default branch does not expire')
}
