import { authDefaults } from '@basalt/contract/auth/auth.rules.ts'
import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { permissionsOf } from '../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { AuthSettingsPage } from './AuthSettingsPage.tsx'
import { authQueries } from './auth.queries.ts'
import type { SettingsPageKey } from './settings-pages.rules.ts'

async function show(page: SettingsPageKey, disabled: FeatureKey[] = []) {
  const project = aProject()
  await renderPage(<AuthSettingsPage project={project} page={page} />, (client) => {
    client.setQueryData(permissionQueries.mine().queryKey, permissionsOf('owner'))
    client.setQueryData(authQueries.settings(project.ref).queryKey, authDefaults)
    client.setQueryData(installationQueries.config().queryKey, {
      edition: 'platform',
      version: '1',
      setup_required: false,
      disabled_features: disabled,
      origin: 'http://localhost',
    })
  })
  await screen.findAllByRole('form')
}

/** A server with these settings, which somebody else may have changed. Returns what it is asked to change. */
function serve(settings: AuthSettings) {
  let stored = settings
  const changes: object[] = []
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
    if (method === 'PATCH') {
      const change = JSON.parse(String(body))
      changes.push(change)
      stored = { ...stored, ...change }
    }
    return Response.json(stored)
  })
  return changes
}

/** Opens the settings of sessions, and saves eight hours without activity. */
async function saveInactivity() {
  await show('sessions')
  const limits = within(screen.getByRole('form', { name: 'Limits' }))
  const inactivity = limits.getByRole('textbox', { name: /^Inactivity/ })
  await userEvent.clear(inactivity)
  await userEvent.type(inactivity, '8')
  await userEvent.click(limits.getByRole('button', { name: 'Save' }))
  return { limits, inactivity }
}

test('authentication:show_manual_linking hides the setting', async () => {
  const box = () => screen.queryByRole('checkbox', { name: 'Allow users to link accounts' })
  await show('providers')
  expect(box()).not.toBeNull()
  cleanup()
  await show('providers', ['authentication:show_manual_linking'])
  expect(box()).toBeNull()
})

test('authentication:third_party_auth hides the section of trusted issuers', async () => {
  const field = () => screen.queryByRole('textbox', { name: 'Trusted issuers' })
  await show('providers')
  expect(field()).not.toBeNull()
  cleanup()
  await show('providers', ['authentication:third_party_auth'])
  expect(field()).toBeNull()
})

test('saving leaves settings alone that another tab changed meanwhile', async () => {
  const changes = serve({ ...authDefaults, sessions_timebox: 5 })
  const { limits } = await saveInactivity()
  await waitFor(() => expect(changes).toEqual([{ sessions_inactivity_timeout: 8 }]))
  await waitFor(() =>
    expect((limits.getByRole('textbox', { name: /^Longest session/ }) as HTMLInputElement).value).toBe('5'),
  )
})

test('the same setting, changed in another tab, is replaced only by a second attempt', async () => {
  const changes = serve({ ...authDefaults, sessions_inactivity_timeout: 24 })
  const { limits, inactivity } = await saveInactivity()
  expect((await limits.findByRole('alert')).textContent).toBe(
    'Changed meanwhile: Inactivity. Save again to replace the change, or cancel to see it.',
  )
  expect(changes).toEqual([])
  expect((inactivity as HTMLInputElement).value).toBe('8')
  // What is stored now, where the edits are cancelled.
  expect(limits.getByRole('button', { name: 'Cancel' })).toBeTruthy()
  await userEvent.click(limits.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(changes).toEqual([{ sessions_inactivity_timeout: 8 }]))
})
