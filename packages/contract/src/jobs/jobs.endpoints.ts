import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { JobName, JobOverview, JobRunId } from './jobs.schema.ts'

export const listJobs = endpoint({
  name: 'listJobs',
  method: 'GET',
  path: '/platform/jobs',
  summary: 'The background jobs of this installation: their schedules, runs and failures; for its owner',
  response: z.array(JobOverview),
})

export const runJob = endpoint({
  name: 'runJob',
  method: 'POST',
  path: '/platform/jobs/:name/run',
  summary: 'Run a scheduled job now; `conflict` when it is queued or running already',
  params: JobName,
  response: Done,
  audit: { title: 'Run a background job' },
})

export const cancelJobRun = endpoint({
  name: 'cancelJobRun',
  method: 'POST',
  path: '/platform/jobs/runs/:id/cancel',
  summary: 'Cancel a run that is queued or under way',
  params: JobRunId,
  response: Done,
  audit: { title: 'Cancel a background job' },
})
