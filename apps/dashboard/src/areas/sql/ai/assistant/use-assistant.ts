import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { Assistant } from './assistant.ts'
import { keptChatsOf } from './kept-chats.ts'

const all = ['assistant'] as const

/** In the query cache, so that whatever empties the cache when somebody signs out takes it along. */
function assistantOf(client: QueryClient, userId: string, ref: string): Assistant {
  const queryKey = [...all, userId, ref]
  const known = client.getQueryData<Assistant>(queryKey)
  if (known) return known
  client.setQueryDefaults(all, { gcTime: Number.POSITIVE_INFINITY })
  const assistant = new Assistant(ref, keptChatsOf(userId, ref))
  client.setQueryData(queryKey, assistant)
  return assistant
}

/** The assistant of a project, and what it says. Give the component person and project as key. */
export function useAssistant(userId: string, ref: string) {
  const client = useQueryClient()
  const [assistant] = useState(() => assistantOf(client, userId, ref))
  const snapshot = useSyncExternalStore(assistant.subscribe, assistant.getSnapshot)
  return { assistant, snapshot }
}
