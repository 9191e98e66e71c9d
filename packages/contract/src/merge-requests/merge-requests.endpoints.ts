import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  MergeChanges,
  MergeChoice,
  MergedRows,
  MergedRowsQuery,
  MergeRequest,
  MergeRequestChange,
  MergeRequestDetails,
  MergeRequestParams,
  MergeReview,
  MergeReviewer,
  NewMergeRequest,
  ParentUpdate,
} from './merge-requests.schema.ts'

export const listMergeRequests = endpoint({
  name: 'listMergeRequests',
  method: 'GET',
  path: '/platform/projects/:ref/merge-requests',
  summary: 'The merge requests from and into a branch, the newest first',
  params: ProjectParams,
  response: z.array(MergeRequest),
})

export const createMergeRequest = endpoint({
  name: 'createMergeRequest',
  method: 'POST',
  path: '/platform/projects/:ref/merge-requests',
  summary: 'Open a merge request of a branch into what it was made from',
  params: ProjectParams,
  body: NewMergeRequest,
  response: MergeRequestDetails,
  status: 201,
  audit: { title: 'Open a merge request', keeps: ['title', 'tables', 'includes_files'] },
})

export const listMergeReviewers = endpoint({
  name: 'listMergeReviewers',
  method: 'GET',
  path: '/platform/projects/:ref/merge-requests/reviewers',
  summary: 'The members who may approve merges of a branch',
  params: ProjectParams,
  response: z.array(MergeReviewer),
})

export const getMergeRequest = endpoint({
  name: 'getMergeRequest',
  method: 'GET',
  path: '/platform/projects/:ref/merge-requests/:id',
  summary: 'A merge request with its rehearsal and its history',
  params: MergeRequestParams,
  response: MergeRequestDetails,
})

export const updateMergeRequest = endpoint({
  name: 'updateMergeRequest',
  method: 'PATCH',
  path: '/platform/projects/:ref/merge-requests/:id',
  summary: 'Change what a merge request merges, its SQL, or decide conflicts',
  params: MergeRequestParams,
  body: MergeRequestChange,
  response: MergeRequestDetails,
  audit: { title: 'Change a merge request', keeps: ['title', 'tables', 'includes_files'], sql: ['sql'] },
})

export const getMergeChanges = endpoint({
  name: 'getMergeChanges',
  method: 'GET',
  path: '/platform/projects/:ref/merge-requests/:id/changes',
  summary: 'What a merge request would change, compared now: statements, tables, files and conflicts',
  params: MergeRequestParams,
  response: MergeChanges,
})

export const listMergedRows = endpoint({
  name: 'listMergedRows',
  method: 'GET',
  path: '/platform/projects/:ref/merge-requests/:id/rows',
  summary: 'A page of the changed rows of a table with what both sides have, conflicts first',
  params: MergeRequestParams,
  query: MergedRowsQuery,
  response: MergedRows,
})

export const reviewMergeRequest = endpoint({
  name: 'reviewMergeRequest',
  method: 'POST',
  path: '/platform/projects/:ref/merge-requests/:id/reviews',
  summary: 'Comment on a merge request, approve, close or reopen it',
  params: MergeRequestParams,
  body: MergeReview,
  response: MergeRequestDetails,
  audit: { title: 'Review a merge request', keeps: ['kind'] },
})

export const getParentUpdate = endpoint({
  name: 'getParentUpdate',
  method: 'GET',
  path: '/platform/projects/:ref/parent-update',
  summary: 'What updating the schema of a branch from what it was made from would run',
  params: ProjectParams,
  response: ParentUpdate,
})

export const rehearseMergeRequest = endpoint({
  name: 'rehearseMergeRequest',
  method: 'POST',
  path: '/platform/projects/:ref/merge-requests/:id/rehearse',
  summary: 'Merge into a temporary copy of the target, in the background, to see what would happen',
  params: MergeRequestParams,
  response: MergeRequestDetails,
  audit: { title: 'Rehearse a merge' },
})

export const mergeMergeRequest = endpoint({
  name: 'mergeMergeRequest',
  method: 'POST',
  path: '/platform/projects/:ref/merge-requests/:id/merge',
  summary: 'Merge in one transaction, in the background; wholly or not at all',
  params: MergeRequestParams,
  query: MergeChoice,
  response: MergeRequestDetails,
  audit: { title: 'Merge a branch' },
})
