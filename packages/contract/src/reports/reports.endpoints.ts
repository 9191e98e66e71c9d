import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { NewReport, Report, ReportParams, ReportSummary, SavedReport } from './reports.schema.ts'

export const listReports = endpoint({
  name: 'listReports',
  method: 'GET',
  path: '/platform/projects/:ref/reports',
  summary: "The project's own reports by name, without their blocks; all of its members share them",
  params: ProjectParams,
  response: z.array(ReportSummary),
})

export const createReport = endpoint({
  name: 'createReport',
  method: 'POST',
  path: '/platform/projects/:ref/reports',
  summary: 'Create a report',
  params: ProjectParams,
  body: NewReport,
  response: Report,
  status: 201,
  audit: { keeps: ['name'] },
})

export const getReport = endpoint({
  name: 'getReport',
  method: 'GET',
  path: '/platform/projects/:ref/reports/:id',
  summary: 'A report with its blocks',
  params: ReportParams,
  response: Report,
})

export const saveReport = endpoint({
  name: 'saveReport',
  method: 'PUT',
  path: '/platform/projects/:ref/reports/:id',
  summary: 'Save a report; conflict when it is based on an older revision',
  params: ReportParams,
  body: SavedReport,
  response: Report,
  audit: { title: 'Save a report', keeps: ['name'] },
})

export const deleteReport = endpoint({
  name: 'deleteReport',
  method: 'DELETE',
  path: '/platform/projects/:ref/reports/:id',
  summary: 'Delete a report',
  params: ReportParams,
  response: ReportSummary,
})
