import { DataApiForm as Contract } from '@basalt/contract/data-api-settings/data-api-settings.schema.ts'
import { z } from 'zod'

/** A number that is being typed: what is none becomes NaN, which the contract refuses in words. */
const typedNumber = z.string().transform((text) => (text.trim() === '' ? Number.NaN : Number(text)))

/** What the form holds while it is filled in, on its way to what the server takes. */
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
