import { sql } from 'kysely'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export type TransferStore = ReturnType<typeof transferStore>

/** Moves a project with its branches to another organization. */
export function transferStore(metadata: Metadata) {
  return {
    /**
     * Saved queries and folders of members of both organizations move along. For other members, shared queries become the
     * caller's and private ones stay with their owner. Roles on this project alone end. Usage and audit entries stay where
     * they were recorded. Throws `conflict` for a branch, and `not_found` when the project is gone.
     */
    move: (ref: string, { organizationId, callerId }: { organizationId: string; callerId: string }) =>
      metadata.transaction().execute(async (transaction) => {
        const branches = await transaction
          .selectFrom('branches')
          .innerJoin('projects', 'projects.ref', 'branches.project_ref')
          .select(['branches.project_ref', 'branches.parent_project_ref'])
          .where(({ or, eb }) =>
            or([eb('branches.parent_project_ref', '=', ref), eb('branches.project_ref', '=', ref)]),
          )
          .forUpdate('projects')
          .execute()
        const own = branches.find(({ project_ref }) => project_ref === ref)
        if (!own) throw notFound('Project', ref)
        if (own.parent_project_ref !== ref)
          throw new AppError('conflict', 'Transfer the parent project instead. Its branches move along.')
        const refs = branches.map(({ project_ref }) => project_ref)

        await transaction
          .updateTable('projects')
          .set({ organization_id: organizationId, revision: sql<number>`revision + 1` })
          .where('ref', 'in', refs)
          .execute()
        await transaction.deleteFrom('project_roles').where('ref', 'in', refs).execute()
        const inBoth = transaction
          .selectFrom('members')
          .select('user_id')
          .where('organization_id', '=', organizationId)
        for (const table of ['snippet_folders', 'snippets'] as const)
          await transaction
            .updateTable(table)
            .set({ organization_id: organizationId })
            .where('project_ref', 'in', refs)
            .where('owner_id', 'in', inBoth)
            .execute()
        await transaction
          .updateTable('snippets')
          .set({ organization_id: organizationId, owner_id: callerId })
          .where('project_ref', 'in', refs)
          .where('visibility', '=', 'project')
          .where('owner_id', 'not in', inBoth)
          .execute()
        return refs
      }),
  }
}
