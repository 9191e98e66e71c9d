import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import { escapeMarkdown } from '../../platform/escape-markdown.ts'
import type { DeadLetter } from '../../platform/jobs/jobs.ts'
import type { Notice } from '../notifications/notifications.port.ts'

/** The notification to the owner of the installation when the last retry of a job has failed: one per job. */
export const jobNotice = ({ name, title, ref, error }: DeadLetter, edition: Edition): Notice => ({
  name: 'job_failed',
  priority: 'Warning',
  title: `A background job failed: ${title}`,
  message: `${ref === null ? '' : `For project ${ref}: `}${escapeMarkdown(error)}`,
  actions: edition === 'platform' ? [{ label: 'Show jobs', url: '/account/jobs' }] : [],
  key: `job:${name}`,
})
