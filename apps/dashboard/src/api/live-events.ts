import { streamEvents } from '@basalt/contract/events/events.endpoints.ts'
import { QUIET_EVENT } from '@basalt/contract/events/events.rules.ts'
import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'

const RETRY_MS = 5_000

interface Handlers {
  /** A newer server may send events that this page does not know. */
  onEvent: (event: PlatformEvent) => void
  /**
   * The first connection. There has been no event for this page for `quietMs`; data loaded before that may be stale.
   */
  onConnect: (quietMs: number) => void
  /** The connection is back after a break; events in between were missed. */
  onReconnect: () => void
}

/** Subscribes to the server's events and reconnects by itself. Returns the unsubscribe function. */
export function listenToEvents({ onEvent, onConnect, onReconnect }: Handlers) {
  let source: EventSource
  let again: ReturnType<typeof setTimeout> | undefined
  let hasBeenOpen = false
  const open = () => {
    source = new EventSource(streamEvents.path)
    source.onopen = () => {
      if (hasBeenOpen) onReconnect()
      else source.addEventListener(QUIET_EVENT, ({ data }) => onConnect(Number(data)), { once: true })
      hasBeenOpen = true
    }
    source.onmessage = ({ data }: MessageEvent<string>) => onEvent(JSON.parse(data))
    source.onerror = () => {
      // The browser tries again when a connection breaks, but gives up after an answer such as a proxy's 502.
      if (source.readyState === EventSource.CLOSED) again = setTimeout(open, RETRY_MS)
    }
  }
  open()
  return () => {
    clearTimeout(again)
    source.close()
  }
}
