import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import type { ChangedKind, ChangeRefusals, FoundObject, NamedDraft } from './object-kind.ts'

/** Why nothing in a schema can be changed; undefined where it can. */
export const schemaRefusal = (
  kind: { readonly isOpenInProtectedSchemas?: true },
  schema: string | undefined,
): string | undefined =>
  schema !== undefined && !kind.isOpenInProtectedSchemas && isProtectedSchema(schema)
    ? `The schema ${schema} is managed by the platform. It can only be read.`
    : undefined

/** Why an object cannot be changed here, by its schema, its extension and its kind. */
export function refusalsOf<Draft extends NamedDraft, Found extends FoundObject<Draft>>(
  kind: ChangedKind<Draft, Found>,
  found: Omit<Found, 'fingerprint' | 'refusals'>,
): ChangeRefusals {
  const { draft, extension } = found as Pick<FoundObject<Draft>, 'draft' | 'extension'>
  const ofSchema = schemaRefusal(kind, draft.schema)
  const ofExtension =
    extension === null ? undefined : `It belongs to the extension ${extension}, which alone changes it.`
  const { edit = null, drop = null, duplicate = null } = kind.refusals?.(found) ?? {}
  return {
    edit: ofSchema ?? ofExtension ?? edit,
    drop: ofSchema ?? ofExtension ?? drop,
    duplicate: ofSchema ?? duplicate,
  }
}
