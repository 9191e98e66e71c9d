import { z } from 'zod'
import { SchemaName } from '../../api-docs/client-types.schema.ts'
import { Text } from '../../text.ts'
import { changesOf, objectFacts } from '../database-objects.schema.ts'

/** Longer names are refused beside their field. */
const Name = Text.max(1000)

export const AvailableExtension = z
  .object({
    /** Its oid; null if it is not installed. */
    id: z.number().int().nullable(),
    name: z.string(),
    comment: z.string().nullable(),
    default_version: z.string().nullable(),
    /** Null if it is not installed. */
    installed_version: z.string().nullable(),
    versions: z.array(z.string()),
    /** The schema of its objects, if it is installed. */
    schema: z.string().nullable(),
    /** The only schema that it can be in. */
    fixed_schema: z.string().nullable(),
    /** Extensions that are enabled along. */
    requires: z.array(z.string()),
  })
  .meta({ id: 'AvailableExtension' })
export type AvailableExtension = z.infer<typeof AvailableExtension>

export const ExtensionDraft = z
  .strictObject({
    name: Name,
    schema: SchemaName,
    /** Null for the default one. */
    version: Name.nullable(),
  })
  .meta({ id: 'ExtensionDraft' })
export type ExtensionDraft = z.infer<typeof ExtensionDraft>

export const Extension = z
  .object({ ...objectFacts, comment: z.string().nullable(), draft: ExtensionDraft })
  .meta({ id: 'Extension' })
export type Extension = z.infer<typeof Extension>

export const ExtensionChange = changesOf('extension', ExtensionDraft)
