import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AccessRules } from '../cluster/access-rules.ts'
import type { PortMove } from '../engine.ts'

/** What is remembered of an instance beside its data. */
export interface InstanceRecord {
  port?: number
  /** The account of its own, when we are root and the system has ids to spare. */
  uid?: number
  /** The port it had before the one it has. */
  moved?: PortMove
  /** Who may connect; everybody unless said. */
  access?: AccessRules
}

const recordFile = (folder: string) => join(folder, 'instance.json')

/**
 * A record that is missing or damaged costs the port and the rules of access, which the owner of the instance knows
 * too: whose the data is, its files tell.
 */
export async function readRecord(folder: string): Promise<InstanceRecord> {
  try {
    const value = JSON.parse(await readFile(recordFile(folder), 'utf8')) as Record<string, unknown>
    return {
      ...(typeof value.port === 'number' && { port: value.port }),
      ...(typeof value.uid === 'number' && { uid: value.uid }),
      ...(isObject(value.moved) && { moved: value.moved as unknown as PortMove }),
      ...(isObject(value.access) && { access: value.access as unknown as AccessRules }),
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

const isObject = (value: unknown) => typeof value === 'object' && value !== null
