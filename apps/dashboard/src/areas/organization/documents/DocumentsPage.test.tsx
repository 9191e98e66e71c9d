import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { DocumentsPage } from './DocumentsPage.tsx'
import { documentQueries } from './documents.queries.ts'
import { thirdPartyCsv } from './third-party-csv.ts'

const third_party = [
  { name: 'fastify', version: '5.0.0', licence: 'MIT' },
  { name: 'inter', version: '1.0.0', licence: 'OFL-1.1' },
]

test('packages are searched by name and licence', async () => {
  await renderPage(<DocumentsPage slug="acme" tabs={null} />, (client) =>
    client.setQueryData(documentQueries.of('acme').queryKey, {
      licence: { name: 'Apache License 2.0', text: 'Grant of rights' },
      third_party,
      data_location: { metadata: 'embedded', releases_host: null, mail_host: null },
    }),
  )
  const rows = () => screen.queryAllByRole('row').slice(1)
  expect(rows()).toHaveLength(2)
  await userEvent.type(screen.getByLabelText('Find package or licence'), 'ofl')
  expect(rows().map(({ textContent }) => textContent)).toEqual(['inter1.0.0OFL-1.1'])
  await userEvent.type(screen.getByLabelText('Find package or licence'), 'x')
  expect(screen.getByRole('status').textContent).toContain('No packages found')
  expect(screen.getByRole('region', { name: 'Licence text' }).textContent).toBe('Grant of rights')
})

test('the list is exported as CSV', () => {
  expect(thirdPartyCsv([...third_party, { name: 'odd', version: '1', licence: 'MIT, or "mine"' }])).toBe(
    'Package,Version,Licence\r\nfastify,5.0.0,MIT\r\ninter,1.0.0,OFL-1.1\r\nodd,1,"MIT, or ""mine"""\r\n',
  )
})
