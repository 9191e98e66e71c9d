import { done } from '@basalt/contract/endpoint.ts'
import {
  confirmKeyFile,
  listInstallationBackups,
} from '@basalt/contract/installation-backups/installation-backups.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { InstallationBackupService } from './installation-backups.service.ts'

export const installationBackupRoutes =
  ({ gates, service }: { gates: Gates; service: InstallationBackupService }) =>
  async (app: FastifyInstance) => {
    mount(app, listInstallationBackups, gates.installationOwner, () => service.overview())

    mount(app, confirmKeyFile, gates.installationOwner, async ({ body }) => {
      await service.confirmKey(body.fingerprint)
      return done
    })
  }
