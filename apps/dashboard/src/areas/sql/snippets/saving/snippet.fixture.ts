import type { Snippet } from '@basalt/contract/snippets/snippets.schema.ts'
import type { Draft } from './draft-store.ts'

export const SNIPPET_ID = '11111111-1111-4111-8111-111111111111'
export const USER_ID = '99999999-9999-4999-8999-999999999999'
export const REF = 'aaaaaaaaaaaaaaaaaaaa'

export const aSnippet = ({
  sql = 'select 1',
  ...over
}: Partial<Snippet> & { sql?: string } = {}): Snippet => ({
  id: SNIPPET_ID,
  type: 'sql',
  name: 'Orders',
  description: '',
  preview: 'select 1',
  visibility: 'user',
  project_id: REF,
  owner_id: USER_ID,
  owner: { id: USER_ID, email: 'ann@example.com' },
  folder_id: null,
  favorite: false,
  inserted_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  revision: 1,
  save_id: null,
  content: { schema_version: '1.0', content_id: over.id ?? SNIPPET_ID, sql },
  ...over,
})

export const aDraft = (over: Partial<Draft> = {}): Draft => ({
  key: `draft-${over.page ?? 'page'}`,
  userId: USER_ID,
  ref: REF,
  id: SNIPPET_ID,
  page: 'page',
  name: 'Orders',
  folderId: null,
  text: 'select 12',
  base: 1,
  attempts: [],
  at: 1,
  ...over,
})
