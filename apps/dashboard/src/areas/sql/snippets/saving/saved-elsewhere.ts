const CHANNEL = 'snippets saved'

interface Saved {
  readonly ref: string
  readonly id: string
}

/** Whether tabs of this browser can send each other messages. */
const isThere = typeof BroadcastChannel !== 'undefined'

/** Tells this browser's other tabs that a query was saved. */
export function tellSaved(saved: Saved): void {
  if (!isThere) return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(saved)
  channel.close()
}

/** Listens for queries that other tabs of this browser save. Returns a function that stops listening. */
export function onSavedElsewhere(hear: (saved: Saved) => void): () => void {
  if (!isThere) return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<Saved>) => hear(data)
  return () => channel.close()
}
