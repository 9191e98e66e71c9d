import type { SourceCheck } from '@basalt/contract/database-import/database-import.schema.ts'

const list = new Intl.ListFormat('en')

/** What becomes of roles, owners, extensions and large objects, as sentences. */
export function sourceNotes({ roles, owners, extensions, large_objects }: SourceCheck): string[] {
  const missing = roles.filter(({ exists }) => !exists).map(({ name }) => name)
  const unavailable = extensions.filter(({ is_available }) => !is_available).map(({ name }) => name)
  const notes = [
    'Everything belongs to postgres afterwards, and has the privileges that the source gives to other roles.',
  ]
  const others = owners.filter((name) => name !== 'postgres')
  if (others.length > 0) notes.push(`Owners in the source: ${list.format(others)}.`)
  if (missing.length > 0)
    notes.push(
      `Roles that are created without login, for their privileges and policies: ${list.format(missing)}.`,
    )
  if (unavailable.length > 0)
    notes.push(
      `Extensions that cannot be installed here: ${list.format(unavailable)}. What needs them is left out and listed.`,
    )
  if (large_objects > 0)
    notes.push(
      `${large_objects.toLocaleString('en')} large objects are not copied. Store them as files or bytea first.`,
    )
  notes.push('Publications and subscriptions are not copied.')
  return notes
}
