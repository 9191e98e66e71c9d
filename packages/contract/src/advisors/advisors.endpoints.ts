import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { AdvisorSummary, DismissedLint, LintDismissal, LintFinding, ReopenedLint } from './advisors.schema.ts'

export const runLints = endpoint({
  name: 'runLints',
  method: 'GET',
  path: '/platform/projects/:ref/run-lints',
  summary: 'Check the database and its settings for security and performance problems',
  params: ProjectParams,
  response: z.array(LintFinding),
})

export const getAdvisorSummary = endpoint({
  name: 'getAdvisorSummary',
  method: 'GET',
  path: '/platform/projects/:ref/advisors/summary',
  summary: 'What the last run of the advisors found; the database is not read',
  params: ProjectParams,
  response: AdvisorSummary,
})

export const dismissLint = endpoint({
  name: 'dismissLint',
  method: 'POST',
  path: '/platform/projects/:ref/advisors/dismissals',
  summary: 'Leave a finding as it is, with a reason, until a date or until its object changes',
  params: ProjectParams,
  body: DismissedLint,
  response: LintDismissal,
  status: 201,
  audit: { title: 'Dismiss a finding of the advisors', keeps: ['cache_key', 'reason', 'days'] },
})

export const reopenLint = endpoint({
  name: 'reopenLint',
  method: 'DELETE',
  path: '/platform/projects/:ref/advisors/dismissals',
  summary: 'End the dismissal of a finding',
  params: ProjectParams,
  body: ReopenedLint,
  response: Done,
  audit: { title: 'Reopen a finding of the advisors', keeps: ['cache_key'] },
})
