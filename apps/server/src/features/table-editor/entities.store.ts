import { type EntityRow, entities, entityCount } from '@basalt/catalog/objects/entities.ts'
import { type EntityKind, entityKinds } from '@basalt/contract/table-editor/entities.rules.ts'
import type { EntityPage, EntityQuery } from '@basalt/contract/table-editor/table-editor.schema.ts'
import type { Rows } from '../../platform/project-databases/as-owner.ts'

export type EntityStore = ReturnType<typeof entityStore>

/** What a project's database has that can be opened as a grid. Throws `instance_unavailable` when it does not answer. */
export const entityStore = (rows: Rows) => ({
  async page(ref: string, { schema, search, sort, type, limit, cursor }: EntityQuery): Promise<EntityPage> {
    const selection = { schema, search, kinds: type ?? entityKinds }
    const [found, counted] = await Promise.all([
      rows<EntityRow>(
        ref,
        entities({ ...selection, sort, after: cursor ? keyOf(cursor) : undefined, limit: limit + 1 }),
      ),
      rows<{ count: number }>(ref, entityCount(selection)),
    ])
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return {
      entities: page.map(({ oid, kind, ...entity }) => ({ id: oid, schema, type: kind, ...entity })),
      count: counted[0]!.count,
      next_cursor: last ? `${last.kind}.${last.name}` : null,
    }
  },
})

const keyOf = (cursor: string) => ({ kind: cursor[0] as EntityKind, name: cursor.slice(2) })
