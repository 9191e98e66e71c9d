import type { Invitation, Member } from '@basalt/contract/members/members.schema.ts'

export const aMember = (over: Partial<Member> = {}): Member => ({
  user_id: '11111111-1111-4111-8111-111111111111',
  email: 'ada@example.com',
  display_name: null,
  role_id: 'owner',
  projects: [],
  mfa_enabled: false,
  created_at: '2026-01-01T00:00:00.000Z',
  ...over,
})

export const anInvitation = (over: Partial<Invitation> = {}): Invitation => ({
  id: '22222222-2222-4222-8222-222222222222',
  email: 'carl@example.com',
  role_id: 'developer',
  role_scoped_projects: null,
  invited_by: 'ada@example.com',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-08T00:00:00.000Z',
  is_expired: false,
  ...over,
})
