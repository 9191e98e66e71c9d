import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { ProductMenu } from './ProductMenu.tsx'

test('a product menu names its groups and marks the open page', async () => {
  const link = { path: '/', isActive: false }
  await renderPage(
    <ProductMenu
      menu={{
        title: 'Database',
        groups: [
          {
            title: 'Configuration',
            links: [
              { ...link, key: 'roles', label: 'Roles', isActive: true },
              { ...link, key: 'policies', label: 'Policies', badge: 'BETA', leavesSection: true },
            ],
          },
        ],
      }}
    />,
  )
  expect(screen.getByRole('navigation', { name: 'Database' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Configuration' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Roles' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: /Policies/ }).textContent).toContain('BETA')
})
