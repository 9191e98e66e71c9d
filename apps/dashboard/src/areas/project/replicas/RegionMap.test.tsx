import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { regionLabel } from '../projects/region-label.rules.ts'
import { aDatabaseState } from './a-database-state.fixture.ts'
import { RegionMap } from './RegionMap.tsx'

test('a place that the operator named is on the map with its databases', async () => {
  const region = 'eu-central-1'
  const states = [aDatabaseState({ region }), aDatabaseState({ identifier: 'shop-rr-abcde', region })]
  await renderPage(<RegionMap states={states} regionName={regionLabel} />)
  const place = screen.getByRole('button', {
    name: 'Central EU (Frankfurt): Primary database, replica abcde',
  })
  // Europe is in the upper half, right of the middle.
  expect(Number.parseFloat(place.style.left)).toBeGreaterThan(48)
  expect(Number.parseFloat(place.style.left)).toBeLessThan(60)
  expect(Number.parseFloat(place.style.top)).toBeLessThan(35)
  expect(screen.queryByText(/has no place on the map/)).toBeNull()
})

test('a place that nobody named is not on the map', async () => {
  await renderPage(<RegionMap states={[aDatabaseState()]} regionName={regionLabel} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText('This machine has no place on the map')).toBeTruthy()
})
