import type { GridColumn, GridEntity, GridPage } from '@basalt/contract/table-editor/grid.schema.ts'

export const aColumn = (name: string, over: Partial<GridColumn> = {}): GridColumn => ({
  position: 1,
  name,
  data_type: 'text',
  format: 'text',
  default: null,
  generated: null,
  identity: null,
  is_primary_key: false,
  is_nullable: true,
  is_insertable: true,
  is_updatable: true,
  is_sortable: true,
  enum: null,
  array_of: null,
  comment: null,
  foreign_key: null,
  ...over,
})

/** The table public.people, which anyone may change. */
export const anEntity = (over: Partial<GridEntity> = {}): GridEntity => ({
  id: 7,
  schema: 'public',
  name: 'people',
  type: 'r',
  columns: [
    aColumn('id', { data_type: 'bigint', format: 'int8', is_primary_key: true, is_nullable: false }),
    aColumn('name'),
    aColumn('note', { default: "'new'::text" }),
  ],
  identity: { kind: 'key', columns: ['id'], reason: null },
  insert: null,
  update: null,
  delete: null,
  estimated_rows: 2,
  ...over,
})

export const aPage = (over: Partial<GridPage> = {}): GridPage => ({
  columns: ['id', 'name', 'note'],
  rows: [
    { row: ['1'], cells: ['1', 'Ada', null] },
    { row: ['2'], cells: ['2', '', { beginning: 'long', bytes: 5_000_000 }] },
  ],
  has_before: false,
  has_after: false,
  start: 'start',
  end: 'end',
  place: { row: 0, is_estimate: false },
  is_served_by_index: true,
  is_stable: true,
  left_out: [],
  ...over,
})
