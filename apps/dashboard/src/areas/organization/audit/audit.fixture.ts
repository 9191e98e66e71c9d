import type { AuditEntry } from '@basalt/contract/audit/audit.schema.ts'

/** An entry as the server returns it. */
export const anAuditEntry = (over: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '7',
  at: '2026-03-01T12:00:00.000Z',
  actor: {
    user_id: '11111111-1111-4111-8111-111111111111',
    email: 'ada@example.com',
    kind: 'session',
    token_name: null,
  },
  action: { name: 'updateProject', title: 'Rename a project' },
  organization: { slug: 'acme', name: 'Acme' },
  project: { ref: 'shopshopshopshopshop', name: 'Shop' },
  details: { ref: 'shopshopshopshopshop', name: 'Shop' },
  address: '10.0.0.1',
  user_agent: 'curl/8.14.1',
  result: { outcome: 'succeeded', status: 200, code: null },
  request_id: '22222222-2222-4222-8222-222222222222',
  ...over,
})
