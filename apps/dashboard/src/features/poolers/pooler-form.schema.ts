import { DedicatedPoolerForm, SharedPoolerForm } from '@basalt/contract/poolers/poolers.schema.ts'
import { z } from 'zod'

/** A number that is being typed; left empty it is the product's to choose. */
const typedNumber = z.string().transform((text) => (text.trim() === '' ? null : Number(text)))

/** What the forms hold while they are filled in, on their way to what the server takes. */
export const SizesForm = z.object({
  default_pool_size: typedNumber.pipe(DedicatedPoolerForm.shape.default_pool_size),
  max_client_conn: typedNumber.pipe(DedicatedPoolerForm.shape.max_client_conn),
})
export type SizesFields = z.input<typeof SizesForm>

export const SharedForm = SizesForm.extend({ pool_mode: SharedPoolerForm.shape.pool_mode })
export type SharedFields = z.input<typeof SharedForm>

/** What is in effect, as it stands in the fields. */
export const sizesOf = (pooler: { default_pool_size: number; max_client_conn: number }): SizesFields => ({
  default_pool_size: String(pooler.default_pool_size),
  max_client_conn: String(pooler.max_client_conn),
})
