import { rename } from 'node:fs/promises'
import path from 'node:path'
import type { AppFixture } from './app-fixture.ts'

/** Where an instance of a test server has its data. */
export const dataOf = ({ config }: Pick<AppFixture, 'config'>, id: string) =>
  path.join(config.dataDir, '..', 'instances', 'instances', id, 'data')

/** Takes away what PostgreSQL cannot start without. Returns what brings it back. */
export async function breakDatabase(fixture: Pick<AppFixture, 'config'>, id: string) {
  const control = path.join(dataOf(fixture, id), 'global/pg_control')
  await rename(control, `${control}.away`)
  return { repair: () => rename(`${control}.away`, control) }
}
