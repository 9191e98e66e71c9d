import type { SendResult } from '../../platform/outgoing-requests/send.ts'

/** The result of an event of a branch that sends none. It is kept, and can be sent again by hand once they are on. */
export const unsent: SendResult = {
  isDelivered: false,
  answer: 'Not sent: webhooks of this branch are off',
  durationMs: 0,
  excerpt: null,
}
