import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Field } from '../form/Field.tsx'
import { Button } from './Button.tsx'
import { PasswordInput } from './PasswordInput.tsx'

function NewPassword() {
  const [password, setPassword] = useState('')
  return (
    <Field label="Password">
      <PasswordInput
        value={password}
        onValueChange={setPassword}
        action={<Button onClick={() => setPassword('generated')}>Generate</Button>}
      />
    </Field>
  )
}

test('a password is hidden until revealed, and can be hidden again', async () => {
  render(<NewPassword />)
  const input = screen.getByLabelText('Password')
  await userEvent.type(input, 'secret')
  expect(input).toHaveProperty('type', 'password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input).toHaveProperty('type', 'text')
  expect(input).toHaveProperty('value', 'secret')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input).toHaveProperty('type', 'password')
})

test('a button beside it may fill it', async () => {
  render(<NewPassword />)
  await userEvent.click(screen.getByRole('button', { name: 'Generate' }))
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'generated')
})
