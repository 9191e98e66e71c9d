import { Readable } from 'node:stream'
import { type PortableEntry, portableFile } from '@basalt/backups/portable-file.ts'
import { generatePassword } from '@basalt/contract/projects/password.rules.ts'
import type { CreatedProject, Project } from '@basalt/contract/projects/projects.schema.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { z } from 'zod'
import { AppError } from '../../http/app-error.ts'
import { newProjectRef } from '../../platform/ids.ts'
import { storedVersions } from '../../platform/project-databases/stored-versions.ts'
import { newProjectSecrets, type ProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import type { ReadBackup } from '../backups/backups.port.ts'
import type { Branches } from '../branches/branches.port.ts'
import type { Instances } from '../instances/instances.port.ts'
import type { CreateProjectRow } from '../projects/projects.port.ts'
import type { PortableProjectStore } from './portable-projects.store.ts'
import { databaseOf, filesOf, type UploadedFiles, valuesOf } from './uploaded-file.ts'

interface Deps {
  engine: Engine
  store: PortableProjectStore
  /** The bytes of stored files, below the project that all branches have in common. */
  blobs: BlobStore
  secrets: ProjectSecrets
  instances: Instances
  readBackup: ReadBackup
  parentOf: Branches['parentOf']
  createProject: CreateProjectRow
  /** SQL that makes restored data a project of its own, before anyone can connect. */
  copyStatements: readonly string[]
  uploads: UploadedFiles
  region: string
  mayCreateProjects: boolean
}

/** Data directories move between machines of one kind only. */
const About = z.object({
  name: z.string(),
  made_at: z.string(),
  postgres: z.string(),
  arch: z.string(),
  settings: z.unknown(),
  /** Of the data directory. Earlier versions did not say. */
  database_bytes: z.number().optional(),
})

const majorOf = (version: string) => version.split('.')[0]!

export type PortableProjectService = ReturnType<typeof portableProjectService>

/** Projects as one file each, which another installation opens. */
export function portableProjectService(deps: Deps) {
  const { engine, store, blobs, secrets, instances, readBackup, parentOf, uploads } = deps
  const closing = new AbortController()

  /** Throws `storage_full` unless so many bytes fit on the disk of the databases. */
  const mustFit = async (bytes: number) => {
    const { freeBytes } = await engine.disk()
    if (bytes <= freeBytes) return
    throw new AppError(
      'storage_full',
      `This project needs ${megabytes(bytes)}, and the disk has ${megabytes(freeBytes)} free. Free some space and try again.`,
    )
  }

  instances.lifecycle.makeBy({
    /** Takes the data of a new project from the file that was uploaded for it. */
    async make(ref) {
      const row = await store.find(ref)
      if (!row) return false
      const file = uploads.pathOf(row.file)
      await engine.destroy(ref)
      await engine.restore(ref, {
        files: databaseOf(file),
        until: 'backup',
        superuserPassword: await secrets.read(ref, 'superuser_password'),
        statements: deps.copyStatements,
        totalBytes: await databaseBytesOf(file),
        signal: closing.signal,
      })
      for await (const { version, bytes } of filesOf(file)) {
        closing.signal.throwIfAborted()
        await blobs.write(`${ref}/${version}`, bytes)
      }
      return true
    },

    async complete(ref) {
      const row = await store.find(ref)
      if (!row) return
      const file = uploads.pathOf(row.file)
      const snippets: unknown[] = []
      for await (const value of valuesOf(file, 'snippet')) snippets.push(value)
      let settings: unknown = {}
      for await (const about of valuesOf(file, 'about')) settings = About.parse(about).settings
      await store.complete(row, { snippets, settings })
      await uploads.remove(row.file)
    },
  })

  return {
    /**
     * A backup with all that belongs to the project, as it is read: memory does not grow with it. Throws `not_found` and
     * `conflict` before the first byte; a later failure ends the stream without the file's end.
     */
    async download({ ref, name }: Project, id: string, userId: string): Promise<Readable> {
      const backup = await readBackup(ref, id)
      const root = (await parentOf(ref)) ?? ref
      const stop = new AbortController()
      async function* entries(): AsyncGenerator<PortableEntry> {
        const about: z.infer<typeof About> = {
          name,
          made_at: backup.endedAt,
          postgres: engine.version,
          arch: process.arch,
          settings: await store.settings(ref),
          database_bytes: backup.totalBytes,
        }
        yield { section: 'about', value: about }
        for (const value of await store.snippets(ref, userId)) yield { section: 'snippet', value }
        for await (const entry of backup.files()) {
          const { path: place, kind } = entry
          yield {
            section: 'database',
            kind,
            path: place,
            ...(entry.kind === 'file' && { bytes: entry.bytes }),
          }
        }
        const versions = await backup.restored(stop.signal, async (client) => {
          const found: string[] = []
          for await (const version of storedVersions(client)) found.push(version)
          return found
        })
        for (const one of versions) {
          const bytes = await blobs.read(`${root}/${one}`)
          // Its row may have been written by SQL, so that it never had bytes.
          if (bytes) yield { section: 'file', version: one, bytes }
        }
      }
      return Readable.from(portableFile(entries()), { objectMode: false }).once('close', () => stop.abort())
    },

    /**
     * Stores a file that is being sent, checks it, and makes a project of it in the background. Throws `validation_failed` for
     * a file that cannot be opened here, and `storage_full` when there is no room for it or its database; nothing is left of
     * it then. `length` is that of the file in bytes, if the sender says it.
     */
    async open(
      organizationId: string,
      { name, userId, length = 0 }: { name: string; userId: string; length?: number | undefined },
      body: Readable,
    ): Promise<CreatedProject> {
      if (!deps.mayCreateProjects)
        throw new AppError('forbidden', 'This installation does not let its users create projects')
      instances.capacity.check()
      await mustFit(length)
      const { name: file, head } = await uploads.add(body, async (value) => {
        const { database_bytes = 0 } = About.safeParse(value).data ?? {}
        await mustFit(length + database_bytes)
      })
      try {
        refuseOtherKind('value' in head ? head.value : undefined, engine.version)
        const [password, ref] = [generatePassword(), newProjectRef()]
        const created = await deps.createProject({
          ref,
          organizationId,
          name,
          region: deps.region,
          secrets: newProjectSecrets(password),
          also: (transaction) => store.begin(transaction, { ref, file, owner_id: userId }),
        })
        void instances.lifecycle.provision(created.ref)
        await instances.statuses.announce(created.ref)
        return { ...created, db_pass: password }
      } catch (error) {
        await uploads.remove(file)
        throw error
      }
    },

    /** Removes uploads that a killed server was receiving. */
    removeRests: () => uploads.removeRests(store.files),

    /** Removes the file of a project that is deleted. */
    async forget(ref: string) {
      const row = await store.find(ref)
      if (row) await uploads.remove(row.file)
    },

    async close() {
      closing.abort()
    },
  }
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`

async function databaseBytesOf(file: string): Promise<number | undefined> {
  for await (const about of valuesOf(file, 'about')) return About.parse(about).database_bytes
  return undefined
}

/** Throws `validation_failed` for a data directory that PostgreSQL cannot read on this machine. */
function refuseOtherKind(value: unknown, version: string) {
  const about = About.safeParse(value)
  if (!about.success) throw new AppError('validation_failed', 'This file says nothing about its project.')
  const { postgres, arch } = about.data
  const dump = 'Download the project as SQL there, and import that.'
  if (majorOf(postgres) !== majorOf(version))
    throw new AppError(
      'validation_failed',
      `This file is of PostgreSQL ${majorOf(postgres)}, and this installation runs PostgreSQL ${majorOf(version)}. ${dump}`,
    )
  if (arch !== process.arch)
    throw new AppError(
      'validation_failed',
      `This file was made on a machine of the kind ${arch}, and this one is ${process.arch}. ${dump}`,
    )
}
