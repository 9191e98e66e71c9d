import {
  SOURCE_VERSION_MAX,
  SOURCE_VERSION_MIN,
} from '@basalt/contract/database-import/database-import.rules.ts'

/** Why a source of this version of PostgreSQL cannot be imported; null when it can. */
export function versionObstacle(version: string, major: number): string | null {
  if (major < SOURCE_VERSION_MIN)
    return `PostgreSQL ${version} is too old: versions ${SOURCE_VERSION_MIN} to ${SOURCE_VERSION_MAX} can be imported. Upgrade it first, or load a dump of it with psql.`
  if (major > SOURCE_VERSION_MAX)
    return `PostgreSQL ${version} is newer than this project: versions ${SOURCE_VERSION_MIN} to ${SOURCE_VERSION_MAX} can be imported.`
  return null
}
