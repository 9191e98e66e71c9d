import { streamEvents } from '@basalt/contract/events/events.endpoints.ts'
import { QUIET_EVENT } from '@basalt/contract/events/events.rules.ts'
import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'

const RETRY_MS = 5_000

interface Handlers {
  /** A newer server may tell of things that this page does not know. */
  onEvent: (event: PlatformEvent) => void
  /**
   * The connection is there for the first time. Nothing has happened for so long that this page would have been told
   * of; what was loaded before that may have changed unheard.
   */
  onConnect: (quietMs: number) => void
  /** The connection is there again after a break: what happened meanwhile has to be asked for. */
  onReconnect: () => void
}

/** Listens to what the server pushes; reconnects by itself. Returns how to stop. */
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
