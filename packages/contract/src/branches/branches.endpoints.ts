import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  AskedBranch,
  Branch,
  BranchChange,
  BranchDisk,
  BranchFilter,
  BranchList,
  BranchParams,
  BranchPreparation,
  BranchReset,
  BranchWork,
  DeletedBranch,
  ResetBranch,
} from './branches.schema.ts'

export const listBranches = endpoint({
  name: 'listBranches',
  method: 'GET',
  path: '/v1/projects/:ref/branches',
  summary: 'The branches of a project, or of its parent project: the default branch first, then the newest',
  params: ProjectParams,
  query: BranchFilter,
  response: z.array(Branch),
})

export const createBranch = endpoint({
  name: 'createBranch',
  method: 'POST',
  path: '/v1/projects/:ref/branches',
  summary:
    'Create a branch of a project, or from another branch of it, as it is or was at a past moment; returns at once while the data is copied in the background',
  params: ProjectParams,
  query: BranchFilter,
  body: AskedBranch.nullable(),
  response: Branch,
  status: 201,
  audit: {
    title: 'Create a branch',
    keeps: ['branch_name', 'git_branch', 'persistent', 'with_data', 'expires_after_days', 'moment'],
  },
})

export const prepareBranch = endpoint({
  name: 'prepareBranch',
  method: 'POST',
  path: '/platform/projects/:ref/branches/prepare',
  summary:
    'Copy a project for a branch with data that is about to be created, which then takes less time; kept for a minute after the last call',
  params: ProjectParams,
  response: BranchPreparation,
  // It changes nothing that anybody sees, and is repeated while a dialog is open.
  audit: { repeats: true },
})

export const discardPreparedBranch = endpoint({
  name: 'discardPreparedBranch',
  method: 'DELETE',
  path: '/platform/projects/:ref/branches/prepare',
  summary:
    'Remove what was copied for a branch that is not created after all, unless others have asked for it',
  params: ProjectParams,
  response: Done,
  audit: { repeats: true },
})

export const getBranch = endpoint({
  name: 'getBranch',
  method: 'GET',
  path: '/v1/branches/:id',
  summary: 'One branch',
  params: BranchParams,
  response: Branch,
})

export const updateBranch = endpoint({
  name: 'updateBranch',
  method: 'PATCH',
  path: '/v1/branches/:id',
  summary: 'Rename a branch, link it to a git branch, make it persistent, or request a review',
  params: BranchParams,
  body: BranchChange,
  response: Branch,
  audit: {
    title: 'Change a branch',
    keeps: [
      'branch_name',
      'git_branch',
      'persistent',
      'request_review',
      'expires_after_days',
      'sends_requests',
    ],
  },
})

export const deleteBranch = endpoint({
  name: 'deleteBranch',
  method: 'DELETE',
  path: '/v1/branches/:id',
  summary: 'Delete a branch with its data, or cancel its creation',
  params: BranchParams,
  response: DeletedBranch,
  audit: { title: 'Delete a branch' },
})

export const resetBranch = endpoint({
  name: 'resetBranch',
  method: 'POST',
  path: '/v1/branches/:id/reset',
  summary: 'Replace the data and schema of a branch by those that its source has now',
  params: BranchParams,
  body: BranchReset.nullable(),
  response: ResetBranch,
  status: 201,
  audit: { title: 'Reset a branch' },
})

export const cancelBranchReset = endpoint({
  name: 'cancelBranchReset',
  method: 'DELETE',
  path: '/v1/branches/:id/reset',
  summary: 'End the reset of a branch, which then has the data and schema that it had before',
  params: BranchParams,
  response: Branch,
  audit: { title: 'Cancel the reset of a branch' },
})

export const diffBranch = endpoint({
  name: 'diffBranch',
  method: 'GET',
  path: '/v1/branches/:id/diff',
  summary: 'The SQL that makes the changes of a branch to the schema of what it was made from',
  params: BranchParams,
  response: z.string(),
  media: 'file',
})

export const mergeBranch = endpoint({
  name: 'mergeBranch',
  method: 'POST',
  path: '/v1/branches/:id/merge',
  summary: 'Rehearse the merge of a branch in the background, and merge it if the rehearsal passes',
  params: BranchParams,
  response: BranchWork,
  status: 201,
  audit: { title: 'Merge a branch' },
})

export const pushBranch = endpoint({
  name: 'pushBranch',
  method: 'POST',
  path: '/v1/branches/:id/push',
  summary: 'Make the changes of the schema to a branch that were made since to what it was made from',
  params: BranchParams,
  response: BranchWork,
  status: 201,
  audit: { title: 'Update a branch' },
})

export const listBranchDetails = endpoint({
  name: 'listBranchDetails',
  method: 'GET',
  path: '/platform/projects/:ref/branches',
  summary: 'The branches of a project with the progress of copies and the disk space that each takes',
  params: ProjectParams,
  response: BranchList,
})

export const readBranchDisk = endpoint({
  name: 'readBranchDisk',
  method: 'GET',
  path: '/platform/projects/:ref/branches/disk',
  summary: 'The disk space of the branches of a project: what each has of its own and shares with others',
  params: ProjectParams,
  response: z.array(BranchDisk),
})
