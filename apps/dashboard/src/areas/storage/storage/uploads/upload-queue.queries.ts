import { getTemporaryApiKey } from '@basalt/contract/keys/keys.endpoints.ts'
import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../../../api/call.ts'
import { startUpload } from '../../../../api/resumable-upload.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { accessQueries } from '../../../account/access/access.queries.ts'
import { isSameAs, refreshContents } from '../explorer/explorer.queries.ts'
import { forgetUpload, keepUpload, keptUploads } from './kept-uploads.ts'
import { type QueueMeans, UploadQueue } from './upload-queue.ts'
import { outcomeWords } from './upload-words.rules.ts'

const queryKey = ['upload-queue'] as const

/**
 * The uploads of the signed-in user; created on first use. It lies in the query cache, so that whatever empties the
 * cache when somebody signs out takes it with it.
 */
export function uploadQueueOf(client: QueryClient): UploadQueue {
  const known = client.getQueryData<UploadQueue>(queryKey)
  if (known) return known
  client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
  // The pages around it have asked who is signed in.
  const userId = client.getQueryData(accessQueries.profile().queryKey)?.id ?? ''
  const queue = new UploadQueue(meansOf(client, userId))
  client.setQueryData(queryKey, queue)
  // A user who has signed out since has no uploads here any more.
  addEventListener('online', () => client.getQueryData(queryKey) === queue && queue.retryUnanswered())
  void keptUploads(userId).then((kept) => queue.restore(kept))
  return queue
}

function meansOf(client: QueryClient, userId: string): QueueMeans {
  const keys = new Map<string, () => Promise<string>>()
  return {
    userId,
    start: startUpload,
    keep: keepUpload,
    forget: forgetUpload,
    keyOf(ref) {
      const key = keys.get(ref) ?? temporaryKeyOf(ref)
      keys.set(ref, key)
      return key
    },
    isThere: ({ ref, bucket, path }, file) => isSameAs(file, { ref, bucket }, path),
    onIdle({ stored, failed, buckets }) {
      for (const place of buckets) void refreshContents(client, place)
      // A panel that is on the page tells the outcome itself, and why a single file failed.
      if (buckets.every(({ ref }) => panelsOnPage.has(ref))) return
      const words = outcomeWords({ stored, failed })
      if (words) toast(words)
    },
  }
}

/** The projects whose panel of uploads is on the page. */
const panelsOnPage = new Set<string>()

/** Says that this panel tells how the uploads of its project end. */
export function useOutcomeTold(ref: string) {
  useEffect(() => {
    panelsOnPage.add(ref)
    return () => void panelsOnPage.delete(ref)
  }, [ref])
}

/** The queue, and what is in it. */
export function useUploads() {
  const client = useQueryClient()
  const [queue] = useState(() => uploadQueueOf(client))
  const items = useSyncExternalStore(queue.subscribe, queue.getSnapshot)
  return { queue, items }
}

const VALID_SECONDS = 900
/** Asked for again before it expires under a request. */
const MARGIN_MS = 60_000

/** Answers with a key of the project's API that is valid for a while, asking for another one when it nearly is not. */
function temporaryKeyOf(ref: string) {
  let known: Promise<string> | undefined
  let until = 0
  return () => {
    if (known === undefined || Date.now() > until) {
      until = Date.now() + VALID_SECONDS * 1000 - MARGIN_MS
      known = call(getTemporaryApiKey, {
        params: { ref },
        query: { authorization_exp: VALID_SECONDS },
      }).then(({ api_key }) => api_key)
      known.catch(() => {
        known = undefined
      })
    }
    return known
  }
}
