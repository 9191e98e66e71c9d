import type { ApiContents, ApiRelation } from '@basalt/contract/api-docs/api-docs.schema.ts'
import type { ApiKey } from '@basalt/contract/keys/keys.schema.ts'
import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { permissionsOf } from '../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { keyQueries } from '../keys/keys.queries.ts'
import { ApiDocsPage } from './ApiDocsPage.tsx'
import { apiDocsQueries } from './api-docs.queries.ts'
import type { DocSearch } from './doc-place.rules.ts'

beforeEach(() => localStorage.clear())

const films: ApiRelation = {
  schema: 'public',
  name: 'films',
  kind: 'table',
  about: 'What was shown',
  has_row_security: false,
  may_insert: true,
  may_update: true,
  may_delete: true,
  columns: [
    {
      name: 'id',
      type: 'integer',
      base_type: 'int4',
      is_list: false,
      labels: [],
      about: null,
      is_nullable: false,
      has_default: true,
      is_writable: false,
      is_primary: true,
    },
    {
      name: 'mood',
      type: 'mood',
      base_type: 'mood',
      is_list: false,
      about: 'How it feels',
      labels: ['calm', 'tense'],
      is_nullable: false,
      has_default: false,
      is_writable: true,
      is_primary: false,
    },
  ],
  references: [],
}
const key: ApiKey = {
  id: 'a',
  type: 'publishable',
  name: 'web',
  api_key: 'bst_publishable_1',
  description: '',
  hint: null,
  created_at: '2026-01-01T00:00:00Z',
  last_used_at: null,
  can_reveal: false,
}

async function show(
  search: DocSearch,
  {
    tables = ['films'],
    status = 'ACTIVE_HEALTHY' as ProjectStatus,
    as = 'owner' as Role,
    keys = [key],
  }: { tables?: string[]; status?: ProjectStatus; as?: Role; keys?: ApiKey[] } = {},
) {
  const project = aProject({ status })
  const { ref } = project
  const contents: ApiContents = {
    schemas: ['public', 'shop'],
    schema: 'public',
    tables,
    views: [],
    functions: [],
  }
  const { history } = await renderPage(<ApiDocsPage projectRef={ref} search={search} />, (client) => {
    client.setQueryData(projectQueries.detail(ref).queryKey, project)
    client.setQueryData(permissionQueries.mine().queryKey, permissionsOf(as))
    client.setQueryData(keyQueries.list(ref).queryKey, keys)
    client.setQueryData(apiDocsQueries.contents(ref, search.schema).queryKey, contents)
    client.setQueryData(apiDocsQueries.relation(ref, 'public', 'films').queryKey, films)
  })
  await screen.findByRole('heading', { name: 'API docs' })
  return { user: userEvent.setup(), history }
}

const relation: DocSearch = { page: 'relation', schema: 'public', name: 'films' }
const code = (name: string) => screen.getByRole('region', { name }).textContent
async function choose(user: ReturnType<typeof userEvent.setup>, what: string, option: string) {
  const box = () => screen.getByRole('combobox', { name: what })
  // Until the box is loaded another stands in its place, which would be gone in the middle of the click.
  await waitFor(() => expect(box().id).not.toBe(''))
  await user.click(box())
  await user.click(await screen.findByRole('option', { name: option }))
}

test('a table shows its columns, what is said of them, and how it is asked for', async () => {
  await show(relation)
  expect(screen.getByText('What was shown')).toBeTruthy()
  expect(screen.getByText('Row level security is off')).toBeTruthy()
  const rows = within(screen.getByRole('table', { name: 'Columns of films' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'NameTypeDescription',
    'idintegerPrimary key · Always made by the database',
    'moodmoodHow it feelsRequired · One of calm, tense',
  ])
  expect(code('Insert a row in JavaScript')).toContain(`.insert({ mood: 'calm' })`)
})

test('snippets are written in the chosen language, which is remembered, with the chosen key', async () => {
  const { user } = await show(relation)
  await choose(user, 'Language', 'curl')
  expect(code('Read rows in curl')).toContain(`-H 'apikey: YOUR_KEY'`)
  await choose(user, 'Key', 'A key of this project')
  expect(code('Read rows in curl')).toContain(`-H 'apikey: bst_publishable_1'`)
  expect(screen.getByRole('combobox', { name: 'Key' }).textContent).toContain('web')
  expect(localStorage.getItem('preference.api-docs.language')).toBe('"curl"')
})

test('a project without a key that others may read says so, and keeps the placeholder', async () => {
  const { user } = await show({}, { keys: [{ ...key, type: 'secret', api_key: null }] })
  await choose(user, 'Key', 'A key of this project')
  expect(screen.getByRole('alert').textContent).toContain('Create a publishable key')
  expect(code('Set-up in JavaScript')).toContain('YOUR_KEY')
})

test('of ten thousand tables only those in sight are there, and all are found', async () => {
  const tables = Array.from({ length: 10_000 }, (_, number) => `table_${number}`)
  const { user } = await show({}, { tables })
  const menu = within(screen.getByRole('navigation', { name: 'API docs' }))
  expect(menu.getAllByRole('listitem').length).toBeLessThan(200)
  expect(menu.getByText('10,000')).toBeTruthy()
  await user.type(menu.getByRole('searchbox'), 'table_9999')
  const link = menu.getByRole('link', { name: 'table_9999' })
  expect(link.getAttribute('href')).toContain('page=relation&schema=public&name=table_9999')
  await user.type(menu.getByRole('searchbox'), ' nothing')
  expect(menu.getByRole('status').textContent).toContain('Nothing has these words')
})

test('the arrow keys walk through the menu, past its titles', async () => {
  const { user } = await show({})
  screen.getByRole('link', { name: 'Types' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('films')
  await user.keyboard('{ArrowDown}{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('Types')
})

test('another schema is another address', async () => {
  const { user, history } = await show({})
  await choose(user, 'Schema', 'shop')
  expect(history.location.search).toBe('?schema=shop')
})

test('where there is nothing to ask for yet the introduction leads to what makes something', async () => {
  await show({}, { tables: [] })
  expect(screen.getByRole('link', { name: 'SQL editor' }).getAttribute('href')).toMatch(/\/sql\/new$/)
})

test('while the database does not run there is nothing to document', async () => {
  await show({}, { status: 'INACTIVE' })
  expect(screen.getByText(/is shown once the database of this project answers/)).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'API docs' })).toBeNull()
})
