import type { SnippetRevision } from '@basalt/contract/snippets/snippets.schema.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export type RevisionStore = ReturnType<typeof revisionStore>

/** Earlier versions of saved queries. */
export function revisionStore(metadata: Metadata) {
  const revisions = (snippetId: string) =>
    metadata
      .selectFrom('snippet_revisions')
      .leftJoin('users', 'users.id', 'snippet_revisions.saved_by')
      .select([
        'snippet_revisions.revision',
        'users.email as saved_by',
        'snippet_revisions.saved_at',
        sql<number>`octet_length(snippet_revisions.sql)`.as('bytes'),
      ])
      .where('snippet_id', '=', snippetId)

  return {
    /** Newest first. */
    list(snippetId: string): Promise<SnippetRevision[]> {
      return revisions(snippetId).orderBy('revision', 'desc').execute()
    },

    find(snippetId: string, revision: number) {
      return revisions(snippetId)
        .select('snippet_revisions.sql')
        .where('revision', '=', revision)
        .executeTakeFirst()
    },
  }
}
