import { authDefaults } from '@basalt/contract/auth/auth.rules.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { authQueries } from './auth.queries.ts'
import { SignInProviderDialog } from './SignInProviderDialog.tsx'

test('the redirect URL to register is at the address of the installation, not that of the browser', async () => {
  await renderPage(
    <SignInProviderDialog
      projectRef="shop"
      providerKey="github"
      providers={{}}
      refusal={undefined}
      onClose={() => undefined}
    />,
    (client) => {
      client.setQueryData(authQueries.settings('shop').queryKey, authDefaults)
      client.setQueryData(installationQueries.config().queryKey, {
        edition: 'platform',
        version: '1',
        setup_required: false,
        disabled_features: [],
        origin: 'https://basalt.example.com',
      })
    },
  )
  expect(await screen.findByText('https://basalt.example.com/p/shop/auth/v1/callback')).toBeTruthy()
})
