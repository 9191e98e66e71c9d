import { typeQueries } from '@basalt/catalog/data-api/client-shapes.ts'
import { catalogQueries } from '@basalt/catalog/data-api/schema-rows.ts'
import { type SchemaRow, schemas as schemasNamed } from '@basalt/catalog/objects/schemas.ts'
import { isAmong } from '@basalt/catalog/selection.ts'
import type { DataApiSettings } from '@basalt/contract/data-api-settings/data-api-settings.schema.ts'
import { clientTypes } from '@basalt/data-api/client-types/client-types.ts'
import { isNamedByApps } from '@basalt/sql/schema-owners.rules.ts'
import { AppError } from '../../http/app-error.ts'
import type { ApiConnections, Transaction } from '../../platform/project-databases/api-connections.ts'
import type { Soon } from '../../platform/soon.ts'
import { CATALOG_READER } from './catalog-reader.ts'

interface Deps {
  databases: ApiConnections
  settingsOf(ref: string): Soon<DataApiSettings>
  /** The same object until the schema changes. */
  versionOf(ref: string): Promise<object>
}

export type ClientTypesOf = ReturnType<typeof clientTypesFrom>

/**
 * Makes the function that writes `database.types.ts` of a project, for supabase-js: from the schemas that are named, or
 * those that the project's Data API exposes. What was written last is kept until the schema changes, so that it is
 * never old. Rejects with `validation_failed` for a schema that the database does not have, and with
 * `instance_unavailable` when the database does not answer. The calling code checks that the user may see the project's
 * tables.
 */
export const clientTypesFrom = ({ databases, settingsOf, versionOf }: Deps) => {
  const kept = new WeakMap<object, Written>()
  return async (ref: string, named?: readonly string[]): Promise<string> => {
    const isNamed = named !== undefined && named.length > 0
    const wanted = [...new Set(isNamed ? named : (await settingsOf(ref)).db_schemas)]
    const version = await versionOf(ref)
    const key = JSON.stringify([isNamed, wanted])
    const known = kept.get(version)
    if (known?.key === key) return known.types
    const types = databases.transaction(ref, CATALOG_READER, (transaction) =>
      write(transaction, wanted, isNamed),
    )
    kept.set(version, { key, types })
    types.catch(() => kept.delete(version))
    return types
  }
}

/** The last text for a version of a schema: clients ask for the same one again and again. */
interface Written {
  key: string
  types: Promise<string>
}

async function write(transaction: Transaction, wanted: readonly string[], isNamed: boolean) {
  const read = async (text: string, values?: unknown[]) => (await transaction.query<never>(text, values)).rows
  const there = await transaction.query<SchemaRow>(
    schemasNamed({ names: (name) => `${isAmong(name, wanted)} and ${isNamedByApps(name)}` }),
  )
  const schemas = wanted.filter((schema) => there.rows.some(({ name }) => name === schema))
  // What was exposed and has been dropped since is simply not there.
  if (isNamed && schemas.length < wanted.length)
    throw noSchema(wanted.filter((schema) => !schemas.includes(schema)))
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
  const message = `The database has no schema ${names.map((name) => `"${name}"`).join(', ')} that types can be made of`
  return new AppError('validation_failed', message, {
    details: { issues: [{ path: 'included_schemas', message }] },
  })
}
