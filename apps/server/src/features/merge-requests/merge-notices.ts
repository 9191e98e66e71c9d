import { escapeMarkdown } from '../../platform/escape-markdown.ts'
import type { Notice } from '../notifications/notifications.port.ts'
import type { StoredRequest } from './merge-requests.store.ts'

const review = ({ branch_ref }: StoredRequest) => ({ label: 'Review', url: `/project/${branch_ref}/merge` })

/** The notice to the members when a merge request was opened. */
export const openedNotice = (request: StoredRequest): Notice => ({
  name: 'merge_request_opened',
  priority: 'Info',
  title: `Review requested: ${request.title}`,
  message: `${escapeMarkdown(request.created_by)} wants to merge the branch ${escapeMarkdown(request.branch_name)} into ${escapeMarkdown(request.target_name)}.`,
  actions: [review(request)],
  projectRef: request.target_ref,
  key: `merge-request:${request.id}`,
})

/** The notice to members who are asked to review a request. It approves nothing: that needs the page with what would be merged. */
export const reviewNotice = (request: StoredRequest, askedBy: string): Notice => ({
  name: 'merge_review_requested',
  priority: 'Warning',
  title: `Your review is requested: ${request.title}`,
  message: `${escapeMarkdown(askedBy)} asks you to review the merge of ${escapeMarkdown(request.branch_name)} into ${escapeMarkdown(request.target_name)}.`,
  actions: [review(request), { label: 'Open branch', url: `/project/${request.branch_ref}` }],
  projectRef: request.target_ref,
  key: `merge-review:${request.id}`,
})

/** The notice to the members when a merge has ended. */
export const endedNotice = (request: StoredRequest, failure: string | null): Notice => ({
  name: failure === null ? 'merge_request_merged' : 'merge_request_failed',
  priority: failure === null ? 'Info' : 'Warning',
  title: `${failure === null ? 'Merged' : 'Could not be merged'}: ${request.title}`,
  message:
    failure === null
      ? `The branch ${escapeMarkdown(request.branch_name)} was merged into ${escapeMarkdown(request.target_name)}.`
      : escapeMarkdown(failure),
  actions: request.branch_ref === null ? [] : [review(request)],
  projectRef: request.target_ref,
  key: `merge-request:${request.id}`,
})
