import type {
  DiagramColumn,
  DiagramForeignKey,
  DiagramTable,
} from '@basalt/contract/schema-diagram/schema-diagram.schema.ts'

export const aColumn = (name: string, more: Partial<DiagramColumn> = {}): DiagramColumn => ({
  name,
  type: 'bigint',
  comment: null,
  nullable: false,
  primary_key: false,
  unique: false,
  identity: false,
  generated: false,
  ...more,
})

export const aKey = (
  to: DiagramForeignKey['to'],
  columns: string[],
  more: Partial<DiagramForeignKey> = {},
): DiagramForeignKey => ({
  name: `${columns.join('_')}_fkey`,
  columns,
  to,
  to_columns: ['id'],
  on_update: 'a',
  on_delete: 'a',
  ...more,
})

export const aTable = (id: number, name: string, more: Partial<DiagramTable> = {}): DiagramTable => {
  const columns = more.columns ?? [aColumn('id', { primary_key: true })]
  return {
    id,
    name,
    kind: 'r',
    comment: null,
    rls_enabled: true,
    column_count: columns.length,
    foreign_keys: [],
    ...more,
    columns,
  }
}

const people = { id: 1, schema: 'shop', name: 'people' }

/** People, their orders, and a table of another schema. */
export const shopTables: readonly DiagramTable[] = [
  aTable(1, 'people', {
    comment: 'Who *buys*',
    columns: [
      aColumn('id', { primary_key: true, identity: true }),
      aColumn('email', { type: 'character varying(80)', unique: true, comment: "It's\nwhere bills go" }),
      aColumn('shout', { type: 'text', nullable: true, generated: true }),
    ],
  }),
  aTable(2, 'orders', {
    columns: [
      aColumn('person', { primary_key: true }),
      aColumn('number', { type: 'integer', primary_key: true }),
      aColumn('region|zone', { type: 'shop.zone', nullable: true }),
    ],
    foreign_keys: [
      aKey(people, ['person'], { on_delete: 'c', on_update: 'n' }),
      aKey({ id: 9, schema: 'geo', name: 'regions' }, ['region|zone']),
    ],
  }),
]
