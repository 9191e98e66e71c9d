import { API_CONTENTS, API_FUNCTION, API_RELATION } from '@basalt/catalog/data-api/api-docs.ts'
import { type SchemaRow, schemas as schemasNamed } from '@basalt/catalog/objects/schemas.ts'
import type {
  ApiContents,
  ApiFunction,
  ApiFunctionVariant,
  ApiRelation,
} from '@basalt/contract/api-docs/api-docs.schema.ts'
import type { DataApiSettings } from '@basalt/contract/data-api-settings/data-api-settings.schema.ts'
import { notFound } from '../../http/app-error.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { ApiConnections } from '../../platform/project-databases/api-connections.ts'
import { CATALOG_READER } from './catalog-reader.ts'

interface Deps {
  databases: ApiConnections
  settingsOf(ref: string): MaybePromise<DataApiSettings>
}

export type ApiDocsStore = ReturnType<typeof apiDocsStore>

/**
 * What the Data API of a project offers, read from the database's catalog. All functions throw `instance_unavailable`
 * when the database does not answer.
 */
export function apiDocsStore({ databases, settingsOf }: Deps) {
  const rows = <R extends object>(ref: string, text: string, values: unknown[] = []) =>
    databases.transaction(
      ref,
      CATALOG_READER,
      async (transaction) => (await transaction.query<R>(text, values)).rows,
    )

  const checkExposed = async (ref: string, schema: string) => {
    if (!(await settingsOf(ref)).db_schemas.includes(schema)) throw notFound('Exposed schema', schema)
  }

  return {
    /** Throws `not_found` for a schema that is not exposed. */
    async contents(ref: string, requested: string | undefined): Promise<ApiContents> {
      if (requested !== undefined) await checkExposed(ref, requested)
      const { db_schemas } = await settingsOf(ref)
      const existing = await rows<SchemaRow>(ref, schemasNamed({ names: db_schemas }))
      const schemas = db_schemas.filter((schema) => existing.some(({ name }) => name === schema))
      const schema = requested ?? schemas[0] ?? null
      const [lists] = await rows<Pick<ApiContents, 'tables' | 'views' | 'functions'>>(ref, API_CONTENTS, [
        schema,
      ])
      return { schemas, schema, ...lists! }
    },

    /** Undefined when the relation does not exist. Throws `not_found` for a schema that is not exposed. */
    async relation(ref: string, schema: string, name: string): Promise<ApiRelation | undefined> {
      await checkExposed(ref, schema)
      const [row] = await rows<ApiRelation>(ref, API_RELATION, [schema, name])
      return row
    },

    /**
     * Undefined when the function does not exist or cannot be called. Throws `not_found` for a schema that is not
     * exposed.
     */
    async function(ref: string, schema: string, name: string): Promise<ApiFunction | undefined> {
      await checkExposed(ref, schema)
      const variants = await rows<ApiFunctionVariant>(ref, API_FUNCTION, [schema, name])
      return variants.length === 0 ? undefined : { schema, name, variants }
    },
  }
}
