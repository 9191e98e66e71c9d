import { type PoolerTime, poolerTimes } from '@basalt/contract/poolers/poolers.rules.ts'
import {
  type DedicatedPooler,
  DedicatedPoolerForm,
  SharedPoolerForm,
} from '@basalt/contract/poolers/poolers.schema.ts'
import { z } from 'zod'

/** A typed number; empty means the default. */
const typedNumber = z.string().transform((text) => (text.trim() === '' ? null : Number(text)))

/** The forms' fields, transformed to the server's requests. */
export const SizesForm = z.object({
  default_pool_size: typedNumber.pipe(DedicatedPoolerForm.shape.default_pool_size),
  max_client_conn: typedNumber.pipe(DedicatedPoolerForm.shape.max_client_conn),
})
export type SizesFields = z.input<typeof SizesForm>

export const SharedForm = SizesForm.extend({ pool_mode: SharedPoolerForm.shape.pool_mode })
export type SharedFields = z.input<typeof SharedForm>

const { query_wait_timeout, server_idle_timeout, server_lifetime } = DedicatedPoolerForm.shape
export const DedicatedForm = SizesForm.extend({
  query_wait_timeout: typedNumber.pipe(query_wait_timeout),
  server_idle_timeout: typedNumber.pipe(server_idle_timeout),
  server_lifetime: typedNumber.pipe(server_lifetime),
})
export type DedicatedFields = z.input<typeof DedicatedForm>

export const timeNames = Object.keys(poolerTimes) as PoolerTime[]

/** The current values as form fields. */
export const sizesOf = (pooler: { default_pool_size: number; max_client_conn: number }): SizesFields => ({
  default_pool_size: String(pooler.default_pool_size),
  max_client_conn: String(pooler.max_client_conn),
})

export const dedicatedOf = (pooler: DedicatedPooler): DedicatedFields => ({
  ...sizesOf(pooler),
  query_wait_timeout: String(pooler.query_wait_timeout),
  server_idle_timeout: String(pooler.server_idle_timeout),
  server_lifetime: String(pooler.server_lifetime),
})
