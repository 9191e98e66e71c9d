import { z } from 'zod'
import { SchemaName } from '../../api-docs/client-types.schema.ts'
import { Text } from '../../text.ts'
import { DOMAIN_CHECKS_MAX } from '../database-objects.rules.ts'
import {
  changesOf,
  columnsOfType,
  objectFacts,
  objectListQuery,
  objectPage,
} from '../database-objects.schema.ts'

/** Longer names are refused beside their field. */
const Name = Text.max(1000)
const Expression = Text.max(100_000)

export const DomainListQuery = objectListQuery(['name'])

export const ListedDomain = z
  .object({
    /** Its oid. */
    id: z.number().int(),
    name: z.string(),
    comment: z.string().nullable(),
    /** What its values are of, as SQL. */
    type: z.string(),
    nullable: z.boolean(),
    /** Names of its checks. */
    checks: z.array(z.string()),
  })
  .meta({ id: 'ListedDomain' })
export type ListedDomain = z.infer<typeof ListedDomain>

export const DomainPage = objectPage(ListedDomain).meta({ id: 'DomainPage' })

/** A domain as a form has it. */
export const DomainDraft = z
  .strictObject({
    schema: SchemaName,
    name: Name,
    comment: Text.max(100_000).nullable(),
    /** As SQL writes it; it cannot be changed afterwards. */
    type: Text.max(1000),
    /** As SQL writes it; null for that of the type. It cannot be changed afterwards. */
    collation: Text.max(1000).nullable(),
    nullable: z.boolean(),
    /** An SQL expression. */
    default: Expression.nullable(),
    checks: z
      .array(
        z.strictObject({
          /** The check that exists; null for a new one. */
          was: Name.nullable(),
          /** Empty for a name that PostgreSQL chooses. */
          name: Name,
          /** An SQL expression over `VALUE`. */
          expression: Expression,
          /** False for one that values that exist were not checked for. */
          valid: z.boolean(),
        }),
      )
      .max(DOMAIN_CHECKS_MAX),
  })
  .meta({ id: 'DomainDraft' })
export type DomainDraft = z.infer<typeof DomainDraft>

export const Domain = z
  .object({ ...objectFacts, draft: DomainDraft, ...columnsOfType })
  .meta({ id: 'Domain' })
export type Domain = z.infer<typeof Domain>

export const DomainChange = changesOf('domain', DomainDraft)
