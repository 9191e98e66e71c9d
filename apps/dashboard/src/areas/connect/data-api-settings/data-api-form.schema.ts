import { DataApiForm as Contract } from '@basalt/contract/data-api-settings/data-api-settings.schema.ts'
import { z } from 'zod'

/** A typed number; an invalid one becomes NaN, which the contract rejects with a message. */
const typedNumber = z.string().transform((text) => (text.trim() === '' ? Number.NaN : Number(text)))

/** The form's fields, transformed to the server's request. */
export const DataApiForm = z.object({
  db_schemas: Contract.shape.db_schemas,
  db_extra_search_path: Contract.shape.db_extra_search_path,
  max_rows: typedNumber.pipe(Contract.shape.max_rows),
  db_pool: z
    .string()
    .transform((text) => (text.trim() === '' ? null : Number(text)))
    .pipe(Contract.shape.db_pool),
})
export type DataApiFields = z.input<typeof DataApiForm>
