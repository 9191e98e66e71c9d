import type { Needs } from '../permissions/need.rules.ts'

export const branchNeeds = {
  seeBranches: { action: 'read:Read', resource: 'preview_branches', to: 'see the branches of this project' },
  createBranches: {
    action: 'write:Create',
    resource: 'preview_branches',
    to: 'create branches of this project',
  },
  changeBranches: {
    action: 'write:Update',
    resource: 'preview_branches',
    to: 'change the branches of this project',
  },
  deleteBranches: {
    action: 'write:Delete',
    resource: 'preview_branches',
    to: 'delete the branches of this project',
  },
} as const satisfies Needs
