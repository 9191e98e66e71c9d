import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can } from '@basalt/contract/projects/status.rules.ts'
import { knownSchema, type LookUp } from './known-schema.ts'

/** What is known of a project's database as far as it bears on a text; empty where nothing can be read. */
export type SchemaFor = (project: Project, text: string) => Promise<string>

/** `onFailed` hears why a schema could not be read; what needs it goes on without it. */
export const schemaReader =
  (lookUp: LookUp, onFailed: (error: unknown) => void): SchemaFor =>
  async ({ ref, status }, text) => {
    if (!can('query', status)) return ''
    try {
      return await knownSchema(lookUp, ref, text)
    } catch (error) {
      onFailed(error)
      return ''
    }
  }
