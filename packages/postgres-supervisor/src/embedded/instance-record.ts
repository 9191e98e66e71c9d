import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AccessRules } from '../cluster/access-rules.ts'
import type { CopyFacts, PortMove } from '../engine.ts'

/** What is stored about an instance beside its data. */
export interface InstanceRecord {
  port?: number
  /** Its own user id, when this program is root and the system has enough ids. */
  uid?: number
  /** Its last change of port. */
  moved?: PortMove
  /** Present while it is a replica: the instance that it follows, and its password there. */
  standby?: { of: string; password: string }
  /** Present from the beginning of its adoption on, when it was a replica. */
  adopted?: Pick<CopyFacts, 'oldestRunningXid'> & Partial<CopyFacts>
  /** Who may connect; everyone unless stated. */
  access?: AccessRules
  /**
   * Present in a copy until its own server has recovered it and run its statements. Until then only the platform may connect,
   * and the next engine removes it.
   */
  isIncomplete?: true
  /** Present when nobody waits for it: its server takes less of the processor than others. */
  givesWay?: true
}

const recordFile = (folder: string) => join(folder, 'instance.json')

/** A missing or damaged record only loses the port and the access rules; the account is that of the data's owner. */
export async function readRecord(folder: string): Promise<InstanceRecord> {
  try {
    const value = JSON.parse(await readFile(recordFile(folder), 'utf8')) as Record<string, unknown>
    return {
      ...(typeof value.port === 'number' && { port: value.port }),
      ...(typeof value.uid === 'number' && { uid: value.uid }),
      ...(isObject(value.moved) && { moved: value.moved as unknown as PortMove }),
      ...(isObject(value.standby) && {
        standby: value.standby as unknown as { of: string; password: string },
      }),
      ...(isObject(value.adopted) && {
        adopted: value.adopted as unknown as NonNullable<InstanceRecord['adopted']>,
      }),
      ...(isObject(value.access) && { access: value.access as unknown as AccessRules }),
      ...(value.isIncomplete === true && { isIncomplete: true as const }),
      ...(value.givesWay === true && { givesWay: true as const }),
    }
  } catch {
    return {}
  }
}

export async function writeRecord(folder: string, record: InstanceRecord): Promise<void> {
  const unfinished = `${recordFile(folder)}.new`
  await writeFile(unfinished, `${JSON.stringify(record)}\n`, { mode: 0o600 })
  await rename(unfinished, recordFile(folder))
}

/** Resolves once a record, and that its folder lies where it does, would survive a power failure. */
export async function syncRecord(folder: string): Promise<void> {
  for (const path of [recordFile(folder), folder, dirname(folder)]) {
    await using file = await open(path)
    await file.sync()
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null
