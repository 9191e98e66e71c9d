import path from 'node:path'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { ReadBackup } from '../backups/backups.port.ts'
import type { Branches } from '../branches/branches.port.ts'
import type { Instances } from '../instances/instances.port.ts'
import type { CreateProjectRow } from '../projects/projects.port.ts'
import { portableProjectRoutes } from './portable-projects.routes.ts'
import { portableProjectService } from './portable-projects.service.ts'
import { portableProjectStore } from './portable-projects.store.ts'
import { uploadedFiles } from './uploaded-file.ts'

interface Needs {
  blobs: BlobStore
  uploadsDir: string
  instances: Instances
  readBackup: ReadBackup
  parentOf: Branches['parentOf']
  createProject: CreateProjectRow
  /** SQL that makes restored data a project of its own, before anyone can connect. */
  copyStatements: readonly string[]
}

/** Projects as one file each: a backup with stored files, saved queries and settings, which another Basalt opens. */
export function portableProjectsSlice(platform: Platform, { uploadsDir, ...needs }: Needs): Slice {
  const { gates, engine, metadata, projectSecrets, config, isOffered, now, failed } = platform
  const service = portableProjectService({
    ...needs,
    engine,
    store: portableProjectStore(metadata),
    secrets: projectSecrets,
    uploads: uploadedFiles(path.join(uploadsDir, 'portable')),
    region: config.region,
    mayCreateProjects: isOffered('projects:create'),
  })
  return {
    routes: (app) => app.register(portableProjectRoutes({ gates, service, now })),
    start: () => void service.removeRests().catch(failed('Removing rests of uploads failed')),
    forget: service.forget,
    close: service.close,
  }
}
