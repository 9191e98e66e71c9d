import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { EnrolDialog } from './EnrolDialog.tsx'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const enrolment = { secret, uri: `otpauth://totp/Basalt:ada%40example.com?secret=${secret}` }

test('the key can be scanned or typed', async () => {
  await renderPage(<EnrolDialog enrolment={enrolment} close={() => undefined} />)
  const drawing = await screen.findByRole('img', { name: /QR code/ })
  const [, , width, height] = drawing.getAttribute('viewBox')!.split(' ').map(Number)
  expect(width).toBe(height)
  expect(drawing.querySelector('path')!.getAttribute('d')).toMatch(/^(?:M\d+ \d+h1v1h-1z)+$/)
  expect(screen.getByText(secret)).toBeTruthy()
})

test('a recovery code is refused instead of a code from the app', async () => {
  const user = userEvent.setup()
  await renderPage(<EnrolDialog enrolment={enrolment} close={() => undefined} />)
  await user.type(await screen.findByLabelText('Code'), 'abcd-efgh-jkmn-pqrs')
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText('Enter the 6 digits that your app shows')).toBeTruthy()
})

test('without a secret the dialog is closed', async () => {
  await renderPage(<EnrolDialog enrolment={undefined} close={() => undefined} />)
  expect(screen.queryByRole('dialog')).toBeNull()
})
