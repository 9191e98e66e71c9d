import type { SourceCheck } from '@basalt/contract/database-import/database-import.schema.ts'

/** Why the chosen schemas of a source cannot be followed; undefined when they can. */
export function followObstacle({ follow }: SourceCheck, chosen: ReadonlySet<string>): string | undefined {
  if (follow.obstacles.length > 0) return 'The source cannot be followed yet'
  if (follow.unsuitable_schemas.some((name) => chosen.has(name)))
    return 'Some tables of the chosen schemas cannot be followed yet'
  return undefined
}

/** Statements for the source that make the tables of the chosen schemas suitable, as far as they are known. */
export const fixesFor = ({ follow }: SourceCheck, chosen: ReadonlySet<string>) =>
  follow.unsuitable_tables.filter(({ schema }) => chosen.has(schema)).map(({ fix }) => fix)
