import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { exactTime } from '../../lib/dates.ts'
import { When } from './When.tsx'

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

test('a recent time is relative, with the exact time on hover', () => {
  const time = ago(5)
  render(<When time={time} />)
  const element = screen.getByText('5 hours ago')
  expect(element.title).toBe(exactTime(time))
  expect(element.getAttribute('datetime')).toBe(time)
})

test('an old time is a date, and null has its own text', () => {
  render(
    <>
      <When time="2020-02-03T10:00:00.000Z" />
      <When time={null} never="Never used" />
    </>,
  )
  expect(screen.getByText('3 Feb 2020').title).toMatch(/^3 Feb 2020, /)
  expect(screen.getByText('Never used')).toBeTruthy()
})
