import type { SourceCheck } from '@basalt/contract/database-import/database-import.schema.ts'
import { AppError } from '../../http/app-error.ts'
import { USERS_SCHEMA } from './imported-users.ts'

/** Refuses to import these schemas when the check found an obstacle. Throws `conflict` or `validation_failed`. */
export function refuseObstacles(check: SourceCheck, chosen: readonly string[]) {
  if (check.obstacle !== null) throw new AppError('conflict', check.obstacle)
  for (const name of chosen) {
    const schema = check.schemas.find((one) => one.name === name)
    if (!schema) throw new AppError('validation_failed', `schemas: The source has no schema ${name}.`)
    if (schema.obstacle !== null) throw new AppError('conflict', `${name}: ${schema.obstacle}`)
  }
}

/** Refuses to follow these schemas when the check found an obstacle to that. Throws `conflict`. */
export function refuseFollowObstacles({ follow }: SourceCheck, chosen: readonly string[]) {
  if (chosen.includes(USERS_SCHEMA))
    throw new AppError('conflict', 'Users of apps cannot be followed. Leave out the schema auth.')
  const [obstacle] = follow.obstacles
  if (obstacle !== undefined) throw new AppError('conflict', obstacle)
  const schema = chosen.find((name) => follow.unsuitable_schemas.includes(name))
  if (schema === undefined) return
  const table = follow.unsuitable_tables.find((one) => one.schema === schema)
  throw new AppError(
    'conflict',
    `The schema ${schema} has tables that cannot be followed${table ? `. Run this at the source, or leave the schema out: ${table.fix}` : '.'}`,
  )
}
