import { chown, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** PostgreSQL is a standby while this file is in its data directory; without a primary it waits for a log that never comes. */
export const STANDBY_SIGNAL = 'standby.signal'

/** Makes the server of stopped data one that only answers reads. */
export async function sealData(data: string): Promise<void> {
  const file = join(data, STANDBY_SIGNAL)
  const { uid, gid } = await stat(data)
  await writeFile(file, '', { mode: 0o600, flush: true })
  await chown(file, uid, gid)
}

/** What was copied or backed up from sealed data is written to again. */
export const unsealData = (data: string) => rm(join(data, STANDBY_SIGNAL), { force: true })
