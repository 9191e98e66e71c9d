import type { WebhookDelivery } from '@basalt/contract/integrations/webhooks.schema.ts'
import { expect, test } from 'vitest'
import { deliveryStatus } from './delivery-status.port.ts'

const now = new Date('2026-03-01T12:00:00Z')
const delivery: WebhookDelivery = {
  id: '0b6f7c1e-54a5-4a0e-8f7d-3b8f1c2d3e4f',
  name: 'project_down',
  title: 'Down',
  created_at: now.toISOString(),
  outcome: 'delivered',
  attempts: 1,
  answer: 'Answered 200',
  next_attempt_at: null,
}

test.each([
  [{}, 'Delivered', 'Answered 200'],
  [{ attempts: 3 }, 'Delivered', 'Answered 200 · 3 attempts'],
  [{ outcome: 'pending', attempts: 0, answer: null }, 'Waiting', 'Not sent yet'],
  [
    { outcome: 'pending', answer: 'Answered 500', next_attempt_at: '2026-03-01T12:05:00Z' },
    'Retrying',
    'Answered 500 · next in 5 minutes',
  ],
  [
    { outcome: 'failed', attempts: 6, answer: 'Connection refused' },
    'Failed',
    'Connection refused · 6 attempts',
  ],
] as const)('%j reads as %s, %s', (over, label, answer) => {
  expect(deliveryStatus({ ...delivery, ...over }, now)).toMatchObject({ label, answer })
})
