import type { SourceCheck } from '@basalt/contract/database-import/database-import.schema.ts'

const list = new Intl.ListFormat('en')

/** What becomes of roles, owners, extensions and large objects, and what following means, as sentences. */
export function sourceNotes(
  { roles, owners, extensions, large_objects }: SourceCheck,
  kind: 'copy' | 'follow',
): string[] {
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
  if (kind === 'follow')
    notes.push(
      'A publication and a replication slot are created at the source, and removed at the switch-over or when you cancel. Until then the slot keeps WAL there.',
      'Tables, columns and partitions that are created at the source meanwhile do not arrive.',
      'The connection string is stored encrypted until then.',
    )
  return notes
}
