import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { Branch, BranchChange, BranchParams } from './branches.schema.ts'

export const listBranches = endpoint({
  name: 'listBranches',
  method: 'GET',
  path: '/v1/projects/:ref/branches',
  summary: 'The branches of a project, or of its parent project: the default branch first, then the newest',
  params: ProjectParams,
  response: z.array(Branch),
})

export const updateBranch = endpoint({
  name: 'updateBranch',
  method: 'PATCH',
  path: '/v1/branches/:id',
  summary: 'Rename a branch, link it to a git branch, make it persistent, or request a review',
  params: BranchParams,
  body: BranchChange,
  response: Branch,
  audit: { title: 'Change a branch', keeps: ['branch_name', 'git_branch', 'persistent', 'request_review'] },
})
