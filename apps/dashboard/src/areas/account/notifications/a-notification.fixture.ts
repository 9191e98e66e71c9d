import type { Notification } from '@basalt/contract/notifications/notifications.schema.ts'

/** A notification for tests: new and plain by default, with a unique id. */
export const aNotification = ({
  data = {},
  meta = {},
  ...differences
}: Partial<Omit<Notification, 'data' | 'meta'>> & {
  data?: Partial<Notification['data']>
  meta?: Partial<Notification['meta']>
} = {}): Notification => ({
  id: crypto.randomUUID(),
  name: 'custom',
  status: 'new',
  priority: 'Info',
  inserted_at: '2026-01-02T03:04:05.000Z',
  data: { title: 'Backup done', message: '', actions: [], ...data },
  meta: { occurrences: 1, ...meta },
  ...differences,
})
