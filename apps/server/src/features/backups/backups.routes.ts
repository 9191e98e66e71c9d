import { getBackupSettings } from '@basalt/contract/backups/backup-settings.endpoints.ts'
import {
  cancelBackup,
  cancelBackupCheck,
  cancelRestore,
  changeBackupSettings,
  checkBackup,
  createBackup,
  createRestorePoint,
  decideRestore,
  deleteBackup,
  getRecoveryTimeline,
  listBackups,
  restoreBackup,
  restoreMoment,
  restoreToNewProject,
} from '@basalt/contract/backups/backups.endpoints.ts'
import { done } from '@basalt/contract/endpoint.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { type Gates, mustAllow } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { Permissions } from '../permissions/permissions.port.ts'
import type { BackupService } from './backups.service.ts'

export const backupRoutes =
  ({
    gates,
    service,
    permissions,
  }: {
    gates: Gates
    service: BackupService
    permissions: Pick<Permissions, 'accessToOrganization'>
  }) =>
  async (app: FastifyInstance) => {
    const mayRestore = gates.project(needs.restoreBackups)

    mount(app, listBackups, gates.project(needs.seeBackups), ({ project }) => service.overview(project))

    mount(app, createBackup, gates.project(needs.createBackups), ({ project, body }) =>
      service.backUp(project, body.name),
    )

    mount(app, deleteBackup, gates.project(needs.deleteBackups), async ({ project, params }) => {
      await service.remove(project.ref, params.id)
      return done
    })

    mount(app, cancelBackup, gates.project(needs.createBackups), async ({ project, params }) => {
      await service.cancelBackup(project.ref, params.id)
      return done
    })

    mount(app, checkBackup, gates.project(needs.createBackups), async ({ project, params }) => {
      await service.check(project, params.id)
      return done
    })

    mount(app, cancelBackupCheck, gates.project(needs.createBackups), async ({ project, params }) => {
      await service.cancelCheck(project.ref, params.id)
      return done
    })

    mount(app, cancelRestore, mayRestore, async ({ project, body }) => {
      await service.cancelRestore(project.ref, body)
      return done
    })

    mount(app, restoreBackup, mayRestore, async ({ project, body }) => {
      await service.restore(project, body)
      return done
    })

    mount(app, restoreMoment, mayRestore, async ({ project, body }) => {
      await service.restore(project, body)
      return done
    })

    mount(app, createRestorePoint, gates.project(needs.createBackups), ({ project, body }) =>
      service.makeRestorePoint(project, body),
    )

    mount(app, getRecoveryTimeline, gates.project(needs.seeBackups), ({ project }) =>
      service.timeline(project),
    )

    mount(app, decideRestore, mayRestore, async ({ project, body }) => {
      await service.decide(project.ref, body)
      return done
    })

    mount(app, restoreToNewProject, mayRestore, async ({ caller, project, body }) => {
      const access = await permissions.accessToOrganization(caller.userId, project.organization_slug)
      mustAllow(caller, access ?? { role: null, requiresMfa: false }, needs.createProjects)
      return service.restoreToNew(project, body)
    })

    mount(app, getBackupSettings, gates.project(needs.seeBackups), ({ project }) => service.settings(project))

    mount(app, changeBackupSettings, mayRestore, async ({ project, body }) => {
      await service.changeSettings(project, body)
      return done
    })
  }
