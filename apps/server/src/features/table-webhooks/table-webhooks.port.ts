/** An attempt to deliver a change of a table. */
export interface WebhookAttempt {
  /** The name of the webhook. */
  readonly webhook: string
  /** What the header `webhook-id` says. */
  readonly eventId: string
  /** 1 for the first one. */
  readonly attempt: number
  /** `pending` while another attempt follows. */
  readonly outcome: 'delivered' | 'pending' | 'failed'
  /** What the receiver answered, or why it did not; without its body. */
  readonly answer: string
  readonly durationMs: number
  readonly at: Date
}
