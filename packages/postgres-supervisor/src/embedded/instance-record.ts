import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What is remembered of an instance beside its data. */
export interface InstanceRecord {
  port?: number
  /** The account of its own, when we are root and the system has ids to spare. */
  uid?: number
}

const recordFile = (folder: string) => join(folder, 'instance.json')

/** A record that is missing or damaged costs nothing but the port: whose the data is, its files tell. */
export async function readRecord(folder: string): Promise<InstanceRecord> {
  try {
    const value = JSON.parse(await readFile(recordFile(folder), 'utf8')) as Record<string, unknown>
    return {
      ...(typeof value.port === 'number' && { port: value.port }),
      ...(typeof value.uid === 'number' && { uid: value.uid }),
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
