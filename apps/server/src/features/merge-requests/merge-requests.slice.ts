import { every } from '../../platform/jobs/job.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { AdvisorChecks } from '../advisors/advisors.port.ts'
import type { Backups } from '../backups/backups.port.ts'
import type { BranchOrigins } from '../branches/branches.port.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import type { Notifier } from '../notifications/notifications.port.ts'
import type { PolicyChecks } from '../policy-matrix/policy-matrix.port.ts'
import type { Rehearsals } from '../rehearsals/rehearsals.port.ts'
import { mergeComparison } from './comparison.ts'
import { mergeJobs } from './merge-jobs.ts'
import { endedNotice, openedNotice, reviewNotice } from './merge-notices.ts'
import { mergeRequestRoutes } from './merge-requests.routes.ts'
import { mergeRequestService } from './merge-requests.service.ts'
import { mergeRequestStore, type StoredRequest } from './merge-requests.store.ts'
import { reviewerStore } from './reviewers.store.ts'

interface Needs {
  origins: BranchOrigins
  rehearsals: Pick<Rehearsals, 'withCopy'>
  policies: PolicyChecks
  advisors: AdvisorChecks
  backups: Pick<Backups, 'restorePoint' | 'wasRestoredSince'>
  ledger: Pick<Ledger, 'record'>
  notifier: Pick<Notifier, 'notifyMembers' | 'notifySome'>
}

/** Merges branches into what they were made from: schema, rows and files, after a rehearsal and a review. */
export function mergeRequestsSlice(
  platform: Platform,
  { origins, rehearsals, policies, advisors, backups, ledger, notifier }: Needs,
) {
  const { gates, databases, metadata, permissions, projects, now, failed } = platform
  const onError = failed('A merge failed')
  const store = mergeRequestStore(metadata)
  const reviewers = reviewerStore(metadata)
  const comparison = mergeComparison({
    databases,
    origins,
    wasRestoredSince: backups.wasRestoredSince,
  })
  const notify = async (request: StoredRequest, notice: ReturnType<typeof openedNotice>) => {
    const target = await projects.find(request.target_ref)
    if (target) await notifier.notifyMembers(target.organization_id, notice)
  }
  const jobs = mergeJobs({
    store,
    comparison,
    databases,
    withCopy: rehearsals.withCopy,
    policies,
    advisors,
    restorePoint: backups.restorePoint,
    ledger,
    endReview: origins.endReview,
    reportEnd: (request, failure) => notify(request, endedNotice(request, failure)),
    onError,
    now,
  })
  const service = mergeRequestService({
    store,
    comparison,
    jobs,
    origins,
    reviewers,
    reportOpened: (request) => notify(request, openedNotice(request)),
    async reportAsked(request, askedBy, userIds) {
      const target = await projects.find(request.target_ref)
      if (target) await notifier.notifySome(target.organization_id, userIds, reviewNotice(request, askedBy))
    },
    onError,
  })
  return {
    service,
    routes: (app) => app.register(mergeRequestRoutes({ gates, store, service, permissions })),
    jobs: [
      {
        name: 'merges-settle',
        title: 'Find out how interrupted merges ended',
        schedule: every({ minutes: 5 }),
        run: jobs.settleAll,
      },
    ],
    start: (resumed) => void resumed.then(jobs.settleAll).catch(onError),
    forget: store.closeOf,
    close: jobs.close,
  } satisfies SliceWithPort
}
