import { typeQueries } from '@basalt/catalog/data-api/client-shapes.ts'
import { catalogQueries } from '@basalt/catalog/data-api/schema-rows.ts'
import { type SchemaRow, schemas as schemasNamed } from '@basalt/catalog/objects/schemas.ts'
import { isAmong } from '@basalt/catalog/selection.ts'
import type { DataApiSettings } from '@basalt/contract/data-api-settings/data-api-settings.schema.ts'
import { clientTypes } from '@basalt/data-api/client-types/client-types.ts'
import { isNamedByApps } from '@basalt/sql/schema-owners.rules.ts'
import { AppError } from '../../http/app-error.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { ApiConnections, Transaction } from '../../platform/project-databases/api-connections.ts'
import { CATALOG_READER } from './catalog-reader.ts'

interface Deps {
  databases: ApiConnections
  settingsOf(ref: string): MaybePromise<DataApiSettings>
  /** Returns the same object until the schema changes. */
  versionOf(ref: string): Promise<object>
}

export type ClientTypesOf = ReturnType<typeof clientTypesFrom>

/**
 * Makes the function that generates `database.types.ts` of a project, for supabase-js: from the named schemas, or from
 * those that the project's Data API exposes, without the excluded ones. The last result is cached until the schema changes. Rejects with
 * `validation_failed` for a schema that the database does not have, and with `instance_unavailable` when the database
 * does not answer. The caller checks that the user may see the project's tables.
 */
export const clientTypesFrom = ({ databases, settingsOf, versionOf }: Deps) => {
  const cache = new WeakMap<object, CachedTypes>()
  return async (
    ref: string,
    named?: readonly string[],
    excluded: readonly string[] = [],
  ): Promise<string> => {
    const isNamed = named !== undefined && named.length > 0
    const schemas = isNamed ? named : (await settingsOf(ref)).db_schemas
    const requested = [...new Set(schemas)].filter((schema) => !excluded.includes(schema))
    const version = await versionOf(ref)
    const key = JSON.stringify([isNamed, requested])
    const cached = cache.get(version)
    if (cached?.key === key) return cached.types
    const types = databases.transaction(ref, CATALOG_READER, (transaction) =>
      generate(transaction, requested, isNamed),
    )
    cache.set(version, { key, types })
    types.catch(() => cache.delete(version))
    return types
  }
}

/** The last result for a version of the schema: clients request the same one repeatedly. */
interface CachedTypes {
  key: string
  types: Promise<string>
}

async function generate(transaction: Transaction, requested: readonly string[], isNamed: boolean) {
  const read = async (text: string, values?: unknown[]) => (await transaction.query<never>(text, values)).rows
  const existing = await transaction.query<SchemaRow>(
    schemasNamed({ names: (name) => `${isAmong(name, requested)} and ${isNamedByApps(name)}` }),
  )
  const schemas = requested.filter((schema) => existing.rows.some(({ name }) => name === schema))
  // An exposed schema that was dropped since is left out.
  if (isNamed && schemas.length < requested.length)
    throw noSchema(requested.filter((schema) => !schemas.includes(schema)))
  return clientTypes(
    schemas,
    {
      shapes: await read(typeQueries.shapes, [schemas]),
      callables: await read(typeQueries.callables, [schemas]),
      types: await read(typeQueries.types, [schemas]),
    },
    {
      relations: await read(catalogQueries.relations),
      keys: await read(catalogQueries.keys),
      references: await read(catalogQueries.references),
      views: await read(catalogQueries.views),
    },
  )
}

const noSchema = (names: readonly string[]) => {
  const message = `The database has no schema ${names.map((name) => `"${name}"`).join(', ')} to generate types for`
  return new AppError('validation_failed', message, {
    details: { issues: [{ path: 'included_schemas', message }] },
  })
}
