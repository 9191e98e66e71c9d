import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can } from '@basalt/contract/projects/status.rules.ts'
import { type QueryRows, schemaExcerpt } from './schema-excerpt.ts'

/** Returns an excerpt of a project's schema for a text; empty when it cannot be read. */
export type SchemaFor = (project: Project, text: string) => Promise<string>

/** `onFailed` receives the error when a schema could not be read. */
export const schemaReader =
  (queryRows: QueryRows, onFailed: (error: unknown) => void): SchemaFor =>
  async ({ ref, status }, text) => {
    if (!can('query', status)) return ''
    try {
      return await schemaExcerpt(queryRows, ref, text)
    } catch (error) {
      onFailed(error)
      return ''
    }
  }
