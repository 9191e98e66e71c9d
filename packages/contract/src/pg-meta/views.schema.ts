import { z } from 'zod'
import { MetaColumn } from './columns.schema.ts'

const Relation = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  comment: z.string().nullable(),
  columns: z.array(MetaColumn).optional(),
})

export const MetaView = Relation.extend({
  /** Whether rows can be updated and deleted through it without triggers. */
  is_updatable: z.boolean(),
}).meta({ id: 'MetaView' })
export type MetaView = z.infer<typeof MetaView>

export const MetaMaterializedView = Relation.extend({
  /** False until it is refreshed when it was created or refreshed WITH NO DATA. */
  is_populated: z.boolean(),
}).meta({ id: 'MetaMaterializedView' })
export type MetaMaterializedView = z.infer<typeof MetaMaterializedView>

export const MetaForeignTable = Relation.extend({}).meta({ id: 'MetaForeignTable' })
export type MetaForeignTable = z.infer<typeof MetaForeignTable>
