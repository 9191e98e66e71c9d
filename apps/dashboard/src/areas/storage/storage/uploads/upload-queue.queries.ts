import { getTemporaryApiKey } from '@basalt/contract/keys/keys.endpoints.ts'
import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../../../api/call.ts'
import { startUpload } from '../../../../api/resumable-upload.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { accessQueries } from '../../../account/access/access.queries.ts'
import { hasSameContent, refreshContents } from '../explorer/explorer.queries.ts'
import { outcomeToast } from './upload-messages.rules.ts'
import { UploadQueue, type UploadQueueDeps } from './upload-queue.ts'
import { claimUploads, persistUpload, removeUpload } from './upload-store.ts'

const queryKey = ['upload-queue'] as const

/**
 * The upload queue of the signed-in user; created on first use. It lives in the query cache, which is cleared at
 * sign-out.
 */
export function uploadQueueOf(client: QueryClient): UploadQueue {
  const existing = client.getQueryData<UploadQueue>(queryKey)
  if (existing) return existing
  client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
  // The surrounding pages have already loaded the profile.
  const userId = client.getQueryData(accessQueries.profile().queryKey)?.id ?? ''
  const queue = new UploadQueue(queueDeps(client, userId))
  client.setQueryData(queryKey, queue)
  // Only while the queue is current: it is replaced when another user signs in.
  addEventListener('online', () => client.getQueryData(queryKey) === queue && queue.retryUnconfirmed())
  void claimUploads(userId).then((uploads) => queue.restore(uploads))
  return queue
}

function queueDeps(client: QueryClient, userId: string): UploadQueueDeps {
  const keys = new Map<string, () => Promise<string>>()
  return {
    userId,
    start: startUpload,
    persist: persistUpload,
    remove: removeUpload,
    keyOf(ref) {
      const key = keys.get(ref) ?? temporaryKeyOf(ref)
      keys.set(ref, key)
      return key
    },
    isAlreadyStored: ({ ref, bucket, path }, file) => hasSameContent(file, { ref, bucket }, path),
    onIdle({ stored, failed, buckets }) {
      for (const bucketKey of buckets) void refreshContents(client, bucketKey)
      // A mounted panel displays the outcome itself.
      if (buckets.every(({ ref }) => mountedPanels.has(ref))) return
      const outcome = outcomeToast({ stored, failed })
      if (outcome) toast(outcome)
    },
  }
}

/** The projects whose upload panel is mounted. */
const mountedPanels = new Set<string>()

/** Registers a panel that displays the outcome of its project's uploads, so that no toast does. */
export function useOutcomeDisplay(ref: string) {
  useEffect(() => {
    mountedPanels.add(ref)
    return () => void mountedPanels.delete(ref)
  }, [ref])
}

/** The upload queue and its items. */
export function useUploads() {
  const client = useQueryClient()
  const [queue] = useState(() => uploadQueueOf(client))
  const items = useSyncExternalStore(queue.subscribe, queue.getSnapshot)
  return { queue, items }
}

const VALID_SECONDS = 900
/** A key is renewed this long before it expires. */
const MARGIN_MS = 60_000

/** Returns a function that resolves with a temporary API key, which is renewed before it expires. */
function temporaryKeyOf(ref: string) {
  let key: Promise<string> | undefined
  let renewAt = 0
  return () => {
    if (key === undefined || Date.now() > renewAt) {
      renewAt = Date.now() + VALID_SECONDS * 1000 - MARGIN_MS
      key = call(getTemporaryApiKey, {
        params: { ref },
        query: { authorization_exp: VALID_SECONDS },
      }).then(({ api_key }) => api_key)
      key.catch(() => {
        key = undefined
      })
    }
    return key
  }
}
