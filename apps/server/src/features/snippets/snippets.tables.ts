import type { SnippetVisibility } from '@basalt/contract/snippets/snippets.schema.ts'
import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    snippet_folders: {
      id: Generated<string>
      project_ref: string
      organization_id: string
      owner_id: string
      name: string
    }
    snippets: {
      id: string
      project_ref: string
      organization_id: string
      owner_id: string
      folder_id: string | null
      name: string
      description: Generated<string>
      visibility: ColumnType<SnippetVisibility, SnippetVisibility | undefined, SnippetVisibility>
      revision: Generated<number>
      inserted_at: Now
      updated_at: Now
    }
    snippet_contents: {
      snippet_id: string
      sql: string
      digest: Buffer
      chart: ColumnType<object | null, string | null, string | null>
      saved_by: string | null
      saved_at: Now
      save_id: string | null
      kept_at: Now
    }
    snippet_revisions: {
      snippet_id: string
      revision: number
      sql: string
      saved_by: string | null
      saved_at: Timestamp
    }
    snippet_favorites: { user_id: string; snippet_id: string }
  }
}
