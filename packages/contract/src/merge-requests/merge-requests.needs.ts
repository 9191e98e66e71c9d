import type { Needs } from '../permissions/need.rules.ts'

export const mergeRequestNeeds = {
  seeMergeRequests: {
    action: 'read:Read',
    resource: 'preview_branches',
    to: 'see the merge requests of this project',
  },
  /** Opens, changes, rehearses, comments on and closes merge requests, and merges approved ones. */
  writeMergeRequests: {
    action: 'write:Update',
    resource: 'preview_branches',
    to: 'work on merge requests of this project',
  },
  /** Approves merge requests, and merges without an approval. */
  approveMergeRequests: {
    action: 'write:Update',
    resource: 'projects',
    to: 'approve merge requests of this project',
  },
} as const satisfies Needs
