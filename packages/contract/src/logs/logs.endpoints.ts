import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  LogEventDetails,
  LogEventParams,
  LogExportLine,
  LogFilter,
  LogHistogram,
  LogPage,
  LogPageQuery,
  LogQuery,
  LogQueryResult,
  LogScopeParams,
  LogsAllQuery,
  LogsAllResult,
} from './logs.schema.ts'

export const listLogEvents = endpoint({
  name: 'listLogEvents',
  method: 'GET',
  path: '/platform/projects/:ref/logs/:source',
  summary: 'A page of the events of a source or of all, newest first',
  params: LogScopeParams,
  query: LogPageQuery,
  response: LogPage,
})

export const getLogHistogram = endpoint({
  name: 'getLogHistogram',
  method: 'GET',
  path: '/platform/projects/:ref/logs/:source/histogram',
  summary: 'How many events of a source or of all there are over time, by level',
  params: LogScopeParams,
  query: LogFilter,
  response: LogHistogram,
})

export const exportLogsCsv = endpoint({
  name: 'exportLogsCsv',
  method: 'GET',
  path: '/platform/projects/:ref/logs/:source/export.csv',
  summary: 'All events of a search as CSV, newest first',
  params: LogScopeParams,
  query: LogFilter,
  response: z.string(),
  media: 'csv',
  audit: { title: 'Export logs', reveals: true },
})

export const exportLogsLines = endpoint({
  name: 'exportLogsLines',
  method: 'GET',
  path: '/platform/projects/:ref/logs/:source/export.jsonl',
  summary: 'All events of a search, one JSON object per line, newest first',
  params: LogScopeParams,
  query: LogFilter,
  response: LogExportLine,
  media: 'ndjson',
  audit: { title: 'Export logs', reveals: true },
})

export const getLogEvent = endpoint({
  name: 'getLogEvent',
  method: 'GET',
  path: '/platform/projects/:ref/logs/:source/events/:id',
  summary: 'An event, and those of the same request or session',
  params: LogEventParams,
  response: LogEventDetails,
})

export const runLogQuery = endpoint({
  name: 'runLogQuery',
  method: 'POST',
  path: '/platform/projects/:ref/logs-query',
  summary: 'Run a SELECT over the logs of a project',
  params: ProjectParams,
  body: LogQuery,
  response: LogQueryResult,
  // It reads what the same members may read without it.
  audit: { repeats: true },
})

export const queryLogs = endpoint({
  name: 'queryLogs',
  method: 'GET',
  path: '/platform/projects/:ref/analytics/endpoints/logs.all',
  summary: 'The rows of a SELECT over the logs of a project, as objects',
  params: ProjectParams,
  query: LogsAllQuery,
  response: LogsAllResult,
})
