const CHANNEL = 'snippets saved'

interface SavedSnippetId {
  readonly ref: string
  readonly id: string
}

const isSupported = typeof BroadcastChannel !== 'undefined'

/** Notifies this browser's other tabs that a query was saved. */
export function broadcastSaved(saved: SavedSnippetId): void {
  if (!isSupported) return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(saved)
  channel.close()
}

/** Calls back when another tab of this browser saves a query. Returns a function that stops listening. */
export function onSavedInOtherTab(callback: (saved: SavedSnippetId) => void): () => void {
  if (!isSupported) return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<SavedSnippetId>) => callback(data)
  return () => channel.close()
}
