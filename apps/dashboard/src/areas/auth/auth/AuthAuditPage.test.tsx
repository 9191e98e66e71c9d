import { authDefaults } from '@basalt/contract/auth/auth.rules.ts'
import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { AuthAuditPage } from './AuthAuditPage.tsx'
import { authQueries } from './auth.queries.ts'

const project = aProject({ status: 'ACTIVE_HEALTHY' })
const { ref } = project

test.each([
  [true, 1],
  [false, 0],
])('whether entries are no longer written (%s) is said above the older ones', async (disabled, notices) => {
  await renderPage(<AuthAuditPage project={project} search={{}} />, (client) => {
    client.setQueryData(authQueries.audit(ref, { search: '', action: undefined }).queryKey, {
      pages: [{ entries: [], next_cursor: null }],
      pageParams: [undefined],
    } as never)
    const settings = { ...authDefaults, audit_log_disable_postgres: disabled } as unknown as AuthSettings
    client.setQueryData(authQueries.settings(ref).queryKey, settings)
  })
  await screen.findByText('No entries yet')
  expect(screen.queryAllByText('New entries are not written to the database')).toHaveLength(notices)
})
