import type {
  MergeRequestDetails,
  MergeReviewer,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { isAllowed } from '@basalt/contract/permissions/check.rules.ts'
import { grantsOfMember } from '@basalt/contract/permissions/grants.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'

/** Who acts, and whether they may approve. */
export interface Reviewer {
  readonly email: string
  readonly mayApprove: boolean
}

export type ReviewerStore = ReturnType<typeof reviewerStore>

/** Who is asked to review merge requests. */
export const reviewerStore = (metadata: Metadata) => ({
  /** The members who may approve merges into a project. */
  async candidates(ref: string): Promise<MergeReviewer[]> {
    const members = await metadata
      .selectFrom('project_access')
      .innerJoin('users', 'users.id', 'project_access.user_id')
      .select(['users.id', 'users.email', 'project_access.role'])
      .where('project_access.ref', '=', ref)
      .orderBy('users.email')
      .execute()
    return members.flatMap(({ id, email, role }) =>
      isAllowed(grantsOfMember(role), needs.approveMergeRequests) ? [{ id, email }] : [],
    )
  },

  of: (request: string): Promise<MergeRequestDetails['reviewers']> =>
    metadata
      .selectFrom('merge_request_reviewers')
      .innerJoin('users', 'users.id', 'merge_request_reviewers.user_id')
      .innerJoin('merge_requests', 'merge_requests.id', 'merge_request_reviewers.request_id')
      .select([
        'users.id',
        'users.email',
        sql<boolean>`exists (select from merge_request_events e where e.request_id = merge_requests.id
          and e.approves and e.revision = merge_requests.revision and e.made_by = users.email)`.as(
          'has_approved',
        ),
      ])
      .where('merge_request_reviewers.request_id', '=', request)
      .orderBy('users.email')
      .execute(),

  /** Replaces them, and returns those who are new. */
  async set(request: string, userIds: readonly string[]): Promise<string[]> {
    return metadata.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom('merge_request_reviewers')
        .where('request_id', '=', request)
        .where('user_id', '<>', sql<string>`all(${userIds}::uuid[])`)
        .execute()
      if (userIds.length === 0) return []
      const added = await transaction
        .insertInto('merge_request_reviewers')
        .values(userIds.map((user_id) => ({ request_id: request, user_id })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('user_id')
        .execute()
      return added.map(({ user_id }) => user_id)
    })
  },
})
