import { z } from 'zod'
import { Text } from '../text.ts'
import { SCHEMA_NAME_BYTES_MAX } from './schemas.rules.ts'

export const DatabaseSchema = z
  .object({
    /** Its oid. */
    id: z.number().int(),
    name: z.string(),
    owner: z.string(),
    comment: z.string().nullable(),
  })
  .meta({ id: 'DatabaseSchema' })
export type DatabaseSchema = z.infer<typeof DatabaseSchema>

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** As PostgreSQL takes it: a longer name would be cut, and a name with pg_ is refused. */
export const NewSchema = z.object({
  name: Text.min(1, 'Name the schema')
    .refine(
      (name) => bytesOf(name) <= SCHEMA_NAME_BYTES_MAX,
      `A schema’s name has at most ${SCHEMA_NAME_BYTES_MAX} bytes`,
    )
    .refine((name) => !name.startsWith('pg_'), 'Names that begin with pg_ belong to PostgreSQL')
    .refine((name) => name.trim() === name, 'Remove the spaces around the name'),
})
export type NewSchema = z.infer<typeof NewSchema>
