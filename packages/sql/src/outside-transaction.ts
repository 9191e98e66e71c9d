import { withoutLiterals } from './without-literals.ts'

const LONGEST = 200

const FORMS: readonly [RegExp, string][] = [
  [/^create (?:unique )?index concurrently\b/i, 'CREATE INDEX CONCURRENTLY'],
  [/^drop index concurrently\b/i, 'DROP INDEX CONCURRENTLY'],
  [/^reindex\b.*\bconcurrently\b/i, 'REINDEX CONCURRENTLY'],
  [/^reindex (?:\([^)]*\) ?)?(?:database|system|schema)\b/i, 'REINDEX of a whole schema'],
  [/^alter table\b.*\bdetach partition\b.*\bconcurrently\b/i, 'DETACH PARTITION CONCURRENTLY'],
  [/^vacuum\b/i, 'VACUUM'],
  [/^alter system\b/i, 'ALTER SYSTEM'],
  [/^(?:create|drop) database\b/i, 'A statement on a whole database'],
  [/^(?:create|drop) tablespace\b/i, 'A statement on a tablespace'],
  [/^cluster;?$/i, 'CLUSTER of all tables'],
]

/** What PostgreSQL refuses to run in a transaction, by name; undefined for any other statement. */
export function outsideTransaction(statement: string): string | undefined {
  const text = withoutLiterals(statement, LONGEST)
  return FORMS.find(([form]) => form.test(text))?.[1]
}
