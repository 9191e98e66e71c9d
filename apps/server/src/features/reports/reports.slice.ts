import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  createReport,
  deleteReport,
  getReport,
  listReports,
  saveReport,
} from '@basalt/contract/reports/reports.endpoints.ts'
import { REPORT_CHANGED, reportTaken, TOO_MANY_REPORTS } from '@basalt/contract/reports/reports.rules.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import { mount } from '../../http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { reportStore } from './reports.store.ts'

/** Reports that members of a project put together. */
export function reportsSlice({ gates, metadata, now }: Platform): Slice {
  const reports = reportStore(metadata)
  return {
    routes(app) {
      const reading = gates.project(needs.readReports)
      const changing = gates.project(needs.changeReports)

      mount(app, listReports, reading, ({ project }) => reports.list(project.ref))

      mount(app, getReport, reading, async ({ project, params: { id } }) => {
        const report = await reports.find(project.ref, id)
        if (!report) throw notFound('Report', id)
        return report
      })

      mount(app, createReport, changing, async ({ caller, project, body }) => {
        const report = await reports.insert(project.ref, body, { userId: caller.userId, now: now() })
        if (report === 'too many') throw new AppError('conflict', TOO_MANY_REPORTS)
        if (report === 'taken') throw new AppError('conflict', reportTaken(body.name))
        return report
      })

      mount(app, saveReport, changing, async ({ caller, project, params: { id }, body }) => {
        const report = await reports.save(project.ref, id, body, { userId: caller.userId, now: now() })
        if (report === undefined) throw notFound('Report', id)
        if (report === 'taken') throw new AppError('conflict', reportTaken(body.name))
        if (report === 'changed')
          throw new AppError('conflict', REPORT_CHANGED, { details: { reason: 'changed' } })
        return report
      })

      mount(app, deleteReport, changing, async ({ project, params: { id } }) => {
        const report = await reports.remove(project.ref, id)
        if (!report) throw notFound('Report', id)
        return report
      })
    },
  }
}
