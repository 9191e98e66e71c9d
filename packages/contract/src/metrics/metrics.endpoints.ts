import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { MetricRange, MetricSeries, MetricsQuery, TableSize } from './metrics.schema.ts'

export const readMetrics = endpoint({
  name: 'readMetrics',
  method: 'GET',
  path: '/platform/projects/:ref/metrics',
  summary: 'Measurements of a project over time, in steps of equal width',
  params: ProjectParams,
  query: MetricsQuery,
  response: MetricSeries,
})

export const listTableSizes = endpoint({
  name: 'listTableSizes',
  method: 'GET',
  path: '/platform/projects/:ref/metrics/tables',
  summary: 'The largest tables and how much they have grown in a time range',
  params: ProjectParams,
  query: MetricRange,
  response: z.array(TableSize),
})
