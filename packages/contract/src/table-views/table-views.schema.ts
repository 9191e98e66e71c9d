import { z } from 'zod'
import { ProjectParams } from '../projects/projects.schema.ts'
import { Text } from '../text.ts'
import { TABLE_VIEW_NAME_MAX, TABLE_VIEW_RULE_LENGTH_MAX, TABLE_VIEW_RULES_MAX } from './table-views.rules.ts'

/** Longest identifier of PostgreSQL in characters, which have at least a byte each. */
const IDENTIFIER_MAX = 63

const Identifier = z.string().min(1).max(IDENTIFIER_MAX)

/** By name, so that views survive a table that is created again, as by a migration or a restore. */
export const TableViewQuery = z.object({ schema: Identifier, table: Identifier })

export const TableViewParams = ProjectParams.extend({ id: z.uuid() })

const Name = Text.trim().min(1, 'Name the view').max(TABLE_VIEW_NAME_MAX)
const Rules = z.array(z.string().max(TABLE_VIEW_RULE_LENGTH_MAX)).max(TABLE_VIEW_RULES_MAX)

/** Filter and sort as in the URL of the table editor. */
const Rows = { filter: Rules, sort: Rules }

export const NewTableView = z.strictObject({ schema: Identifier, table: Identifier, name: Name, ...Rows })
export type NewTableView = z.infer<typeof NewTableView>

export const TableViewChange = z
  .strictObject({ name: Name, ...Rows })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field to change')
export type TableViewChange = z.infer<typeof TableViewChange>

export const TableView = z
  .object({ id: z.uuid(), name: z.string(), filter: z.array(z.string()), sort: z.array(z.string()) })
  .meta({ id: 'TableView' })
export type TableView = z.infer<typeof TableView>
