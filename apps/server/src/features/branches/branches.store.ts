import type { Branch, BranchChange } from '@basalt/contract/branches/branches.schema.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export type BranchStore = ReturnType<typeof branchStore>

const isDefault = sql<boolean>`branches.project_ref = branches.parent_project_ref`

/** A project ref has no dash. */
const UUID = /-/

const now = sql<string>`now()`

/** The branches of projects. A trigger creates the default branch with its project, and deletes it. */
export function branchStore(metadata: Metadata) {
  const branches = () =>
    metadata
      .selectFrom('branches')
      .innerJoin('projects', 'projects.ref', 'branches.project_ref')
      .select([
        'branches.id',
        'branches.name',
        'branches.project_ref',
        'branches.parent_project_ref',
        isDefault.as('is_default'),
        'branches.persistent',
        'branches.git_branch',
        'projects.status',
        'branches.review_requested_at',
        'branches.created_at',
        'branches.updated_at',
      ])

  return {
    /** All branches of the project that `ref` is, or is a branch of. */
    list(ref: string): Promise<Branch[]> {
      return branches()
        .where('branches.parent_project_ref', '=', ({ selectFrom }) =>
          selectFrom('branches as own').select('own.parent_project_ref').where('own.project_ref', '=', ref),
        )
        .orderBy(isDefault, 'desc')
        .orderBy('branches.created_at', 'desc')
        .orderBy('branches.id')
        .execute()
    },

    /** By the branch's id or its project's ref. Undefined when there is none, or the user may not see it. */
    findFor(userId: string, idOrRef: string): Promise<Branch | undefined> {
      const column = UUID.test(idOrRef) ? 'branches.id' : 'branches.project_ref'
      return branches()
        .innerJoin('project_access', 'project_access.ref', 'projects.ref')
        .where('project_access.user_id', '=', userId)
        .where(column, '=', idOrRef)
        .executeTakeFirst()
    },

    /** Requesting a review again keeps the time of the first request. Undefined when the branch is gone. */
    async change(id: string, change: BranchChange): Promise<Branch | undefined> {
      const { branch_name, git_branch, persistent, request_review } = change
      await metadata
        .updateTable('branches')
        .set({
          updated_at: now,
          ...(branch_name !== undefined && { name: branch_name }),
          ...(git_branch !== undefined && { git_branch }),
          ...(persistent !== undefined && { persistent }),
          ...(request_review === true && {
            review_requested_at: sql<string>`coalesce(review_requested_at, now())`,
          }),
          ...(request_review === false && { review_requested_at: null }),
        })
        .where('id', '=', id)
        .execute()
      return branches().where('branches.id', '=', id).executeTakeFirst()
    },
  }
}
