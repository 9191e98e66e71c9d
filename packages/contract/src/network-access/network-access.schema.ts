import { z } from 'zod'
import { CIDRS_MAX, readCidr, withPrefix } from './network-access.rules.ts'

/** Who may connect to a project's database, through its poolers and directly. */
export const NetworkAccess = z
  .object({
    /** Whether unencrypted connections are refused. */
    ssl_enforced: z.boolean(),
    /** CIDR blocks that may connect; null for every address. */
    allowed_cidrs: z.array(z.string()).nullable(),
    /** The caller's own address, as the server sees it. */
    your_address: z.string(),
  })
  .meta({ id: 'NetworkAccess' })
export type NetworkAccess = z.infer<typeof NetworkAccess>

const Cidr = z
  .string()
  .trim()
  .toLowerCase()
  .refine(
    (cidr) => readCidr(cidr) !== undefined,
    'Enter an address such as 192.0.2.7, or a CIDR block such as 10.0.0.0/8 or 2001:db8::/32 without host bits',
  )
  .transform(withPrefix)

const fields = {
  ssl_enforced: z.boolean('ssl_enforced is true or false'),
  allowed_cidrs: z
    .array(Cidr)
    .min(1, 'Allow at least one address, or null for all')
    .max(CIDRS_MAX, `Name at most ${CIDRS_MAX} CIDR blocks`)
    .transform((cidrs) => [...new Set(cidrs)])
    .nullable(),
}

/** Omitted fields stay unchanged. */
export const NetworkAccessChange = z
  .strictObject(fields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field to change')
export type NetworkAccessChange = z.output<typeof NetworkAccessChange>

/** An address that is banned for too many wrong passwords. */
export const NetworkBan = z
  .object({
    address: z.string(),
    /** Wrong passwords that led to it. */
    failures: z.number().int(),
    banned_at: z.iso.datetime(),
    until: z.iso.datetime(),
  })
  .meta({ id: 'NetworkBan' })
export type NetworkBan = z.infer<typeof NetworkBan>

export const NetworkBansChange = z.strictObject({
  addresses: z.array(z.string().max(64)).min(1, 'Name at least one address').max(1000),
})
