import { listBranches, updateBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import type { Branch, BranchChange } from '@basalt/contract/branches/branches.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import { noteForAudit } from '../../http/audit-notes.ts'
import { type Gates, mustAllow } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { Permissions } from '../permissions/permissions.port.ts'
import type { BranchStore } from './branches.store.ts'

interface Deps {
  gates: Gates
  store: BranchStore
  permissions: Pick<Permissions, 'accessToProject'>
}

export const branchRoutes =
  ({ gates, store, permissions }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, listBranches, gates.project(needs.seeBranches), ({ project }) => store.list(project.ref))

    mount(app, updateBranch, gates.user, async ({ caller, params, body }, request) => {
      const branch = await store.findFor(caller.userId, params.id)
      const access = branch && (await permissions.accessToProject(caller.userId, branch.project_ref))
      if (!branch || !access) throw notFound('Branch', params.id)
      noteForAudit(request, { projectRef: branch.project_ref })
      mustAllow(caller, access, needs.changeBranches)
      refuseImpossible(branch, body)
      const changed = await store.change(branch.id, body)
      if (!changed) throw notFound('Branch', params.id)
      return changed
    })
  }

/** The default branch is what others merge into, so it is never reviewed and always persistent. */
function refuseImpossible({ is_default }: Branch, change: BranchChange) {
  if (is_default && change.request_review)
    throw new AppError('conflict', 'The default branch has nothing to be merged into')
  if (is_default && change.persistent === false)
    throw new AppError('conflict', 'The default branch is always persistent')
}
