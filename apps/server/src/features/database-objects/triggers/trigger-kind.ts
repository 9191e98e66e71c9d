import { listedTriggerCount, listedTriggers, oneTrigger } from '@basalt/catalog/database-objects/triggers.ts'
import type {
  DatabaseTrigger,
  TriggerDraft,
  TriggerListQuery,
} from '@basalt/contract/database-objects/triggers/triggers.schema.ts'
import {
  alterTrigger,
  conditionOf,
  createTrigger,
  dropTrigger,
  recreatesTrigger,
  triggerProblems,
} from '@basalt/schema-changes/trigger.ts'
import { quoteLiteral } from '@basalt/sql/quote.ts'
import type { ObjectKind } from '../object-kind.ts'

/** As the catalog has it. */
interface Row
  extends Omit<TriggerDraft, 'arguments' | 'when' | 'function'>,
    Pick<DatabaseTrigger, 'id' | 'is_owned' | 'table_id'> {
  owner: string
  function: { id: number; schema: string; name: string }
  /** Bytes in hex, each argument ended by a zero. */
  arguments: string
  definition: string
  /** The table whose trigger this one was made for, of a partition. */
  parent: string | null
}

/** A trigger as it is described, with what else refuses changes of it. */
export interface FoundTrigger extends DatabaseTrigger {
  readonly parent: string | null
}

export const triggerKind: ObjectKind<TriggerDraft, FoundTrigger, TriggerListQuery> = {
  title: 'Trigger',
  catalog: 'pg_trigger',
  lists: { page: listedTriggers, count: listedTriggerCount },
  isOpenInProtectedSchemas: true,
  one: oneTrigger,
  read(json) {
    const row = JSON.parse(json) as Row
    const { id, table_id, owner, is_owned, parent, definition } = row
    const { id: function_id, ...called } = row.function
    return {
      id,
      table_id,
      function_id,
      owner,
      is_owned,
      extension: null,
      parent,
      draft: {
        schema: row.schema,
        table: row.table,
        name: row.name,
        comment: row.comment,
        timing: row.timing,
        events: row.events,
        columns: row.columns,
        level: row.level,
        when: conditionOf(definition),
        old_table: row.old_table,
        new_table: row.new_table,
        function: called,
        arguments: Buffer.from(row.arguments, 'hex').toString().split('\0').slice(0, -1),
        enabled: row.enabled,
        constraint: row.constraint,
      },
    }
  },
  refusals({ parent }) {
    if (parent === null) return {}
    const reason = `It comes with the trigger of ${parent}, the table of this partition. Change that one.`
    return { edit: reason, drop: reason }
  },
  problems: (draft, current) => triggerProblems(draft, current?.draft),
  create: createTrigger,
  edit: ({ draft: current }, draft) => alterTrigger(current, draft),
  recreates: ({ draft: current }, draft) => recreatesTrigger(current, draft),
  drop: ({ draft }, { cascade }) => [dropTrigger(draft, cascade)],
  oidOf: ({ schema, table, name }) => `(
    select t.oid from pg_catalog.pg_trigger t
    join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${quoteLiteral(schema)} and c.relname = ${quoteLiteral(table)} and t.tgname = ${quoteLiteral(name)})`,
}
