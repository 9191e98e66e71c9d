import { expect, test } from 'vitest'
import { attentionLabel, attentionOf } from './attention.rules.ts'

test.each([
  [0, false, false, 'none', 'Notifications'],
  [3, false, false, 'unread', 'Notifications, 3 unread'],
  [3, true, false, 'warning', 'Notifications, 3 unread, with warnings'],
  [3, false, true, 'critical', 'Notifications, 3 unread, critical'],
  [3, true, true, 'critical', 'Notifications, 3 unread, critical'],
] as const)(
  '%d unread, warning %s, critical %s: the icon shows %s',
  (unread_count, has_warning, has_critical, attention, words) => {
    const summary = { unread_count, has_warning, has_critical }
    expect(attentionOf(summary)).toBe(attention)
    expect(attentionLabel(summary)).toBe(words)
  },
)
