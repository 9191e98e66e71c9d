const CHANNEL = 'snippets saved'

interface Saved {
  readonly ref: string
  readonly id: string
}

/** Whether pages of one browser can speak to each other. */
const isThere = typeof BroadcastChannel !== 'undefined'

/** Tells the other open pages of this browser that a query was saved. */
export function tellSaved(saved: Saved): void {
  if (!isThere) return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(saved)
  channel.close()
}

/** Hears of queries that other pages of this browser have saved. Returns how to stop. */
export function onSavedElsewhere(hear: (saved: Saved) => void): () => void {
  if (!isThere) return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<Saved>) => hear(data)
  return () => channel.close()
}
