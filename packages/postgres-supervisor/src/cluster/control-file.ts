import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { endianness } from 'node:os'
import { join } from 'node:path'

/** Where the control file of a cluster is, in its data directory. */
export const CONTROL_FILE = 'global/pg_control'

/** `ControlFileData` in `src/include/catalog/pg_control.h`: the state follows an identifier of 8 bytes and two versions of 4. */
const STATE_OFFSET = 16
const STATE_BYTES = 4

/** `DB_IN_PRODUCTION`. */
const IN_PRODUCTION = 6

/**
 * Whether the server of a cluster has left recovery and accepts writes, or had when it was killed. The lock file cannot
 * tell: it says `ready` of a standby that answers reads too.
 */
export async function isInProduction(data: string): Promise<boolean> {
  // The cluster's account owns this directory: a link planted in it must not redirect the read.
  const file = await open(join(data, CONTROL_FILE), constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const state = Buffer.alloc(STATE_BYTES)
    await file.read(state, 0, STATE_BYTES, STATE_OFFSET)
    return (endianness() === 'LE' ? state.readUInt32LE() : state.readUInt32BE()) === IN_PRODUCTION
  } finally {
    await file.close()
  }
}
