import { z } from 'zod'
import { ProjectRef } from '../projects/projects.schema.ts'
import { projectStatuses } from '../projects/status.rules.ts'
import { nameText } from '../text.ts'

const BRANCH_NAME_MAX = 100
const GIT_BRANCH_MAX = 255

/** The default branch of a project is the project itself; every other branch is a separate project. */
export const Branch = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** The project that the branch is. */
    project_ref: z.string(),
    /** The project that it is a branch of; itself for the default branch. */
    parent_project_ref: z.string(),
    is_default: z.boolean(),
    /** Not deleted after a merge; always true for the default branch. */
    persistent: z.boolean(),
    /** The branch of a code repository that it follows. */
    git_branch: z.string().nullable(),
    status: z.enum(projectStatuses),
    review_requested_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Branch' })
export type Branch = z.infer<typeof Branch>

/** A branch by its id, or by the ref of the project that it is. */
export const BranchParams = z.object({ id: z.union([z.uuid(), ProjectRef], 'Not the id or ref of a branch') })

export const BranchChange = z
  .strictObject({
    branch_name: nameText('The name', 1, BRANCH_NAME_MAX).optional(),
    git_branch: nameText('The git branch', 1, GIT_BRANCH_MAX).nullable().optional(),
    persistent: z.boolean().optional(),
    request_review: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field to change')
export type BranchChange = z.infer<typeof BranchChange>
