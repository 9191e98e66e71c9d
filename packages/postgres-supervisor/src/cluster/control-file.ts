import { constants } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { EngineError } from '../engine.ts'
import { crc32c } from './crc32c.ts'

/** Where the control file of a cluster is, in its data directory. */
export const CONTROL_FILE = 'global/pg_control'

/** `ControlFileData` in `src/include/catalog/pg_control.h`: the state follows an identifier of 8 bytes and two versions of 4. */
const STATE_OFFSET = 16
const STATE_BYTES = 4

/** `DBState`, as far as it is used here. */
const STATE = { shutDownInRecovery: 2, inProduction: 6 }

/** `PG_CONTROL_MAX_SAFE_SIZE`: what counts of the file, which is longer. */
const CONTROL_BYTES_MAX = 512

/** The checksum is the last field, whose place depends on the version. */
const CHECKSUM_BYTES = 4

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
    return numberAt(state, 0) === STATE.inProduction
  } finally {
    await file.close()
  }
}

/**
 * `checkPointCopy` of `ControlFileData`, the last checkpoint, as far as it is used here: the id of the next transaction, with
 * its epoch, and that of the oldest one that had not ended, without, which is 0 when no server ran any more.
 */
const NEXT_XID_OFFSET = 64
const OLDEST_ACTIVE_XID_OFFSET = 120

/** All transactions with lower ids, as a 64-bit id, had ended at the last checkpoint of a cluster that no server uses. */
export async function oldestRunningXidOf(data: string): Promise<string> {
  const file = await readFile(join(data, CONTROL_FILE))
  const nextXid = isLittleEndian
    ? file.readBigUInt64LE(NEXT_XID_OFFSET)
    : file.readBigUInt64BE(NEXT_XID_OFFSET)
  const oldest = numberAt(file, OLDEST_ACTIVE_XID_OFFSET)
  if (oldest === 0) return String(nextXid)
  const inEpoch = ((nextXid >> 32n) << 32n) + BigInt(oldest)
  return String(inEpoch <= nextXid ? inEpoch : inEpoch - (1n << 32n))
}

/**
 * Makes the copied control file of a standby say that its server was shut down in recovery. Without that, its first start
 * syncs all of the copy to disk before it recovers (`StartupXLOG` in `xlog.c`); the caller has to do that instead. What
 * recovery does is said by the backup label, not by the state. @throws EngineError corrupt
 */
export async function sayShutDownInRecovery(data: string): Promise<void> {
  const path = join(data, CONTROL_FILE)
  const bytes = await readFile(path)
  const changed = withState(bytes, STATE.shutDownInRecovery)
  if (!changed) throw new EngineError('corrupt', 'The control file of the copy does not have its checksum.')
  await writeFile(path, changed, { flag: 'r+' })
}

/** A control file with another state; undefined when it does not have its checksum. */
export function withState(file: Buffer, state: number): Buffer | undefined {
  const checksumAt = placeOfChecksum(file)
  if (checksumAt === undefined) return undefined
  const changed = Buffer.from(file)
  writeNumber(changed, state, STATE_OFFSET)
  writeNumber(changed, crc32c(changed.subarray(0, checksumAt)), checksumAt)
  return changed
}

/** Where the number is that is the checksum of everything before it. */
function placeOfChecksum(file: Buffer): number | undefined {
  for (let at = STATE_OFFSET + STATE_BYTES; at < CONTROL_BYTES_MAX; at += CHECKSUM_BYTES)
    if (numberAt(file, at) === crc32c(file.subarray(0, at))) return at
  return undefined
}

const isLittleEndian = endianness() === 'LE'
const numberAt = (bytes: Buffer, at: number) =>
  isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
const writeNumber = (bytes: Buffer, value: number, at: number) =>
  isLittleEndian ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at)
