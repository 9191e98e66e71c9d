import { randomUUID } from 'node:crypto'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { TRAVERSABLE_MODE } from '../account/ensure-traversable.ts'
import { spreadFolders } from '../cluster/spread-folders.ts'

/** Names the process that has the data directory open; absent when there is none. */
export const LOCK_FILE = 'engine.sqlite-lock'

/** The folders inside the engine's data directory. */
export interface Layout {
  lock: string
  /** Copies of the distribution, see binary/runtime-copy.ts. */
  runtime: string
  templates: string
  instances: string
  /** Clusters being created or removed. They are renamed into or out of place, so that the other folders only contain complete ones. */
  unfinished: string
}

export const layoutOf = (dataDir: string, templatesDir = join(dataDir, 'templates')): Layout => ({
  lock: join(dataDir, LOCK_FILE),
  runtime: join(dataDir, 'runtime'),
  templates: templatesDir,
  instances: join(dataDir, 'instances'),
  unfinished: join(dataDir, 'unfinished'),
})

export async function makeLayout(layout: Layout): Promise<void> {
  for (const directory of [layout.templates, layout.instances, layout.unfinished]) {
    await mkdir(directory, { recursive: true })
    await chmod(directory, TRAVERSABLE_MODE)
  }
  // Clusters are made there one after another, often while the files of earlier ones are removed.
  await spreadFolders(layout.unfinished)
}

/** A new path inside the folder that is emptied when an engine opens. */
export const unfinishedPath = (layout: Layout, name: string) =>
  join(layout.unfinished, `${name}.${randomUUID()}`)

const REPLACED = '.replaced'

/** Where an instance is while another takes its place, inside the same folder. */
export const replacedPath = (layout: Layout, id: string) => join(layout.unfinished, `${id}${REPLACED}`)

/** The instance that is at such a path; undefined for any other name. */
export const replacedId = (name: string): string | undefined =>
  name.endsWith(REPLACED) ? name.slice(0, -REPLACED.length) : undefined
