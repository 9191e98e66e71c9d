import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { checkSchemaDrift } from '@basalt/contract/schema-drift/schema-drift.endpoints.ts'
import { mount } from '../../http/mount.ts'
import type { Migration } from '../../platform/metadata/migrations.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { schemaDriftService } from './schema-drift.service.ts'
import { scratchDatabases } from './scratch-database.ts'

/** Finds what no migration made in the schema of a project's database. */
export function schemaDriftSlice(
  { gates, engine, databases, metadata, failed }: Platform,
  { migrations }: { migrations: Migration[] },
): Slice {
  const scratch = scratchDatabases({ engine, migrations })
  const service = schemaDriftService({ databases, scratch })
  const onFailed = failed('Removing the scratch server of a comparison failed')
  /** Removes what a server that was killed has left. */
  const sweep = async () => {
    const projects = await metadata.selectFrom('projects').select('ref').execute()
    for (const { ref } of projects) await scratch.remove(ref)
  }
  let swept: Promise<unknown> = Promise.resolve()
  return {
    routes: (app) =>
      mount(
        app,
        checkSchemaDrift,
        gates.project(needs.runAnySql, { changesNothing: true }),
        async ({ project }) => {
          await swept
          return service.check(project.ref)
        },
      ),
    start: () => {
      swept = sweep().catch(onFailed)
    },
    forget: scratch.remove,
    close: service.idle,
  }
}
