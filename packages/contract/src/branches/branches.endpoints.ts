import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { Branch, BranchChange, BranchParams } from './branches.schema.ts'

export const listBranches = endpoint({
  name: 'listBranches',
  method: 'GET',
  path: '/v1/projects/:ref/branches',
  summary: 'The branches of a project, or of what it is a branch of: the default one first, then the newest',
  params: ProjectParams,
  response: z.array(Branch),
})

export const updateBranch = endpoint({
  name: 'updateBranch',
  method: 'PATCH',
  path: '/v1/branches/:id',
  summary: 'Rename a branch, link it to a git branch, keep it, or ask for its review',
  params: BranchParams,
  body: BranchChange,
  response: Branch,
  audit: { title: 'Change a branch', keeps: ['branch_name', 'git_branch', 'persistent', 'request_review'] },
})
