import { definition } from '@basalt/catalog/definitions/definition.ts'
import { definitionFacts, type RelationFacts } from '@basalt/catalog/definitions/relation-facts.ts'
import { type EntityNameRow, entityNames } from '@basalt/catalog/objects/entity-names.ts'
import { type ForeignKeyRow, foreignKeys, foreignKeysTo } from '@basalt/catalog/objects/foreign-keys.ts'
import {
  ENTITY_LOCK_TIMEOUT_SECONDS,
  ENTITY_READ_TIMEOUT_SECONDS,
} from '@basalt/contract/entities/entities.rules.ts'
import type { EntityName, Relationship, Relationships } from '@basalt/contract/entities/entities.schema.ts'
import pg from 'pg'
import { AppError, notFound } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import type { Rows } from '../../platform/project-databases/as-owner.ts'
import type { MemberTransaction } from '../../platform/project-databases/sql/member-transaction.ts'
import { LOCK_NOT_AVAILABLE, QUERY_CANCELED } from '../../platform/project-databases/sql/sql-failed.ts'

interface Deps {
  rows: Rows
  transaction: MemberTransaction
}

export type EntitiesStore = ReturnType<typeof entitiesStore>

/** Tables and views of projects. All throw `instance_unavailable` when the database does not answer. */
export const entitiesStore = ({ rows, transaction }: Deps) => ({
  async names(ref: string, oids: readonly number[]): Promise<EntityName[]> {
    const found = await rows<EntityNameRow>(ref, entityNames(oids))
    return found.map(({ oid, kind, ...name }) => ({ id: oid, type: kind, ...name }))
  },

  /** Throws `not_found`, and `conflict` while another transaction changes the table. */
  async definition({ ref, member, signal }: MemberCall, oid: number): Promise<string> {
    const settings = {
      // So that names are written with their schemas.
      search_path: '',
      statement_timeout: `${ENTITY_READ_TIMEOUT_SECONDS}s`,
      lock_timeout: `${ENTITY_LOCK_TIMEOUT_SECONDS}s`,
    }
    const read = transaction(ref, member, { access: 'read only', signal, settings }, (run) =>
      run({ text: definitionFacts, values: [String(oid)] }),
    )
    const found = await read.catch((error) => {
      throw ofPostgres(error)
    })
    if (found.length === 0) throw notFound('Table or view', String(oid))
    return definition(found.map(([facts]) => JSON.parse(facts!) as RelationFacts))
  },

  /** Throws `not_found`. */
  async relationships(ref: string, oid: number): Promise<Relationships> {
    const [[entity], own, theirs] = await Promise.all([
      rows<EntityNameRow>(ref, entityNames([oid])),
      rows<ForeignKeyRow>(ref, foreignKeys({ relations: [oid] })),
      rows<ForeignKeyRow>(ref, foreignKeysTo([oid])),
    ])
    if (!entity) throw notFound('Table or view', String(oid))
    return { references: own.map(reference), referenced_by: theirs.map(back) }
  },
})

const reference = ({
  to_relation,
  to_schema,
  to_table,
  to_columns,
  ...key
}: ForeignKeyRow): Relationship => ({
  ...termsOf(key),
  columns: key.columns,
  table: { id: to_relation, schema: to_schema, name: to_table },
  table_columns: to_columns,
})

const back = ({ relation, schema, table, columns, ...key }: ForeignKeyRow): Relationship => ({
  ...termsOf(key),
  columns: key.to_columns,
  table: { id: relation, schema, name: table },
  table_columns: columns,
})

const termsOf = ({
  name,
  on_update,
  on_delete,
  is_validated,
}: Pick<ForeignKeyRow, 'name' | 'on_update' | 'on_delete' | 'is_validated'>) => ({
  name,
  on_update,
  on_delete,
  is_validated,
})

function ofPostgres(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  const { code } = error
  if (code === LOCK_NOT_AVAILABLE)
    return new AppError(
      'conflict',
      'Another transaction is changing this table. Try again once it has ended.',
      {
        cause: error,
      },
    )
  if (code === QUERY_CANCELED)
    return new AppError(
      'conflict',
      `This took longer than ${ENTITY_READ_TIMEOUT_SECONDS} seconds. Try again.`,
      {
        cause: error,
      },
    )
  return error
}
