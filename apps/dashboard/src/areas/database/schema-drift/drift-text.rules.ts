import type { SchemaDrift } from '@basalt/contract/schema-drift/schema-drift.schema.ts'

/** The statements as a script. */
export const driftSql = ({ statements }: Pick<SchemaDrift, 'statements'>) =>
  statements.map(({ sql }) => `${sql.replace(/;\s*$/, '')};`).join('\n\n')

/** What the comparison found, as a title. */
export function driftTitle({
  statements,
  migrations,
}: Pick<SchemaDrift, 'statements' | 'migrations'>): string {
  const history = migrations === 1 ? '1 migration' : `${migrations.toLocaleString('en')} migrations`
  if (statements.length === 0)
    return migrations === 0 ? 'The schema is empty, as a new project’s' : `The schema is what ${history} made`
  return migrations === 0
    ? 'No migration made this schema'
    : `The schema holds changes that none of ${history} made`
}
