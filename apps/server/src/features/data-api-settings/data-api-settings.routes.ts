import { type SchemaRow, schemas } from '@basalt/catalog/objects/schemas.ts'
import {
  getDataApiSettings,
  listDatabaseSchemas,
  updateDataApiSettings,
} from '@basalt/contract/data-api-settings/data-api-settings.endpoints.ts'
import { isExposable, isSearchable } from '@basalt/contract/data-api-settings/data-api-settings.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { ApiConnections } from '../../platform/project-databases/api-connections.ts'
import { SERVICE } from '../../platform/project-databases/database-caller.ts'
import type { DataApiSettingsStore } from './data-api-settings.store.ts'

interface Deps {
  gates: Gates
  settings: DataApiSettingsStore
  databases: ApiConnections
}

/** Members read and change the settings of a project's Data API. */
export const dataApiSettingsRoutes =
  ({ gates, settings, databases }: Deps) =>
  async (app: FastifyInstance) => {
    const schemaNames = (ref: string) =>
      databases.transaction(ref, SERVICE, async (transaction) => {
        const { rows } = await transaction.query<SchemaRow>(schemas())
        return rows.map(({ name }) => name)
      })

    mount(app, getDataApiSettings, gates.project(needs.seeDataApiSettings), ({ project }) =>
      settings.of(project.ref),
    )

    mount(app, listDatabaseSchemas, gates.project(needs.seeDataApiSettings), async ({ project }) =>
      (await schemaNames(project.ref))
        .map((name) => ({ name, is_exposable: isExposable(name), is_searchable: isSearchable(name) }))
        .filter(({ is_exposable, is_searchable }) => is_exposable || is_searchable),
    )

    mount(
      app,
      updateDataApiSettings,
      gates.project(needs.changeDataApiSettings),
      async ({ project: { ref }, body }) => {
        const before = await settings.of(ref)
        // Only added schemas are checked: one of the stored ones may have been dropped since, which must not prevent
        // changes of other fields.
        const added = (field: 'db_schemas' | 'db_extra_search_path') =>
          (body[field] ?? []).filter((name) => !before[field].includes(name))
        const lists = (['db_schemas', 'db_extra_search_path'] as const).map((path) => ({
          path,
          names: added(path),
        }))
        if (lists.some(({ names }) => names.length > 0)) checkSchemasExist(lists, await schemaNames(ref))
        const changed = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
        await settings.set(ref, { ...before, ...changed })
        return settings.of(ref)
      },
    )
  }

/** Throws `validation_failed` with the fields that name missing schemas. */
function checkSchemasExist(lists: { path: string; names: string[] }[], existing: readonly string[]) {
  const issues = lists.flatMap(({ path, names }) => {
    const missing = names.filter((name) => !existing.includes(name))
    return missing.length === 0
      ? []
      : [{ path, message: `The database has no schema ${missing.map((name) => `"${name}"`).join(', ')}` }]
  })
  if (issues.length > 0)
    throw new AppError('validation_failed', issues.map(({ message }) => message).join('. '), {
      details: { issues },
    })
}
