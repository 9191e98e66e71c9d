import { z } from 'zod'
import { Text } from '../../text.ts'
import { PUBLISHED_TABLES_MAX } from '../database-objects.rules.ts'
import { changesOf, globalListQuery, objectFacts, objectPage } from '../database-objects.schema.ts'

/** Longer names are refused beside their field. */
const Name = Text.max(1000)

export const PublicationListQuery = globalListQuery(['name'])
export type PublicationListQuery = z.output<typeof PublicationListQuery>

export const Publishes = z.strictObject({
  insert: z.boolean(),
  update: z.boolean(),
  delete: z.boolean(),
  truncate: z.boolean(),
})
export type Publishes = z.infer<typeof Publishes>

export const ListedPublication = z
  .object({
    /** Its oid. */
    id: z.number().int(),
    name: z.string(),
    owner: z.string(),
    publishes: Publishes,
    is_for_all_tables: z.boolean(),
    /** Tables that are listed by name. */
    table_count: z.number().int(),
    /** Schemas that are published as a whole. */
    schema_count: z.number().int(),
  })
  .meta({ id: 'ListedPublication' })
export type ListedPublication = z.infer<typeof ListedPublication>

export const PublicationPage = objectPage(ListedPublication).meta({ id: 'PublicationPage' })

export const PublishedTable = z.strictObject({
  schema: Name,
  name: Name,
  /** Null for all of them. */
  columns: z.array(Name).max(1600).nullable(),
  /** Rows that are published; null for all of them. */
  where: Text.max(100_000).nullable(),
})
export type PublishedTable = z.infer<typeof PublishedTable>

/** A publication as a form has it. */
export const PublicationDraft = z
  .strictObject({
    name: Name,
    comment: Text.max(100_000).nullable(),
    publishes: Publishes,
    /** Are changes of partitions published as those of the partitioned table? */
    via_root: z.boolean(),
    /** Are stored generated columns published? */
    generated_columns: z.boolean(),
    is_for_all_tables: z.boolean(),
    tables: z.array(PublishedTable).max(PUBLISHED_TABLES_MAX),
    schemas: z.array(Name).max(1000),
  })
  .meta({ id: 'PublicationDraft' })
export type PublicationDraft = z.infer<typeof PublicationDraft>

export const Publication = z.object({ ...objectFacts, draft: PublicationDraft }).meta({ id: 'Publication' })
export type Publication = z.infer<typeof Publication>

export const PublicationChange = changesOf('publication', PublicationDraft)
