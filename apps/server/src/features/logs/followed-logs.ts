import type { LogSourceId } from '@basalt/contract/logs/log-limits.rules.ts'
import type { LogLevel } from '@basalt/contract/logs/logs.rules.ts'
import { wholeSources } from '@basalt/contract/logs/logs.rules.ts'
import type { WrittenEvent } from '@basalt/log-store/event-reader.ts'
import type { LogStore, Removal } from '@basalt/log-store/log-store.ts'
import { eventOf } from './event-of-row.ts'
import { logViews } from './log-views.ts'
import type { FollowedLogs, LogRemoval } from './logs.port.ts'

/** The logs of projects for those who read every event once, without a query. */
export function followedLogs(store: LogStore) {
  const listeners: ((ref: string, removal: LogRemoval) => Promise<void>)[] = []
  const folderOf = (source: LogSourceId) => logViews[source].source.name
  const port: FollowedLogs = {
    position: (ref, source) => store.position(ref, folderOf(source)),
    follow(ref, source) {
      const reader = store.follow(ref, folderOf(source))
      return {
        async after(position, limit) {
          const read = await reader.after(position, limit)
          return {
            position: read.position,
            events: read.events.map((event) => eventOf(source, { ...event, level: levelOf(event) })),
          }
        },
      }
    },
    behind: (ref, source, position) => store.behind(ref, folderOf(source), position),
    onWritten: store.onWritten,
    onRemoval: (listener) => void listeners.push(listener),
  }
  return {
    port,
    async beforeRemoval(ref: string, removal: Removal) {
      const source = wholeSources.find((one) => folderOf(one) === removal.source)
      if (source === undefined) return
      for (const listener of listeners) await listener(ref, { ...removal, source })
    },
  }
}

/** As the column `level` of the views. */
export function levelOf({ status, severity, outcome }: WrittenEvent): LogLevel {
  if (typeof status === 'number') return status >= 500 ? 'error' : status >= 400 ? 'warning' : 'info'
  if (typeof severity === 'string' && ['ERROR', 'FATAL', 'PANIC'].includes(severity)) return 'error'
  return severity === 'WARNING' || outcome === 'refused' ? 'warning' : 'info'
}
