import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Field } from '../form/Field.tsx'
import { UiProvider } from '../UiProvider.tsx'
import { RadioGroup } from './RadioGroup.tsx'

test('in a field each option keeps its own name, and the group is named by the field', () => {
  const options = [
    { value: 'a', label: 'First' },
    { value: 'b', label: 'Second', description: 'The other one.' },
  ]
  render(
    <UiProvider>
      <Field label="Which">
        <RadioGroup options={options} value="a" onValueChange={() => undefined} />
      </Field>
    </UiProvider>,
  )
  expect(screen.getByRole('radiogroup', { name: 'Which' })).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'First' }).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('radio', { name: 'Second' }).getAttribute('aria-checked')).toBe('false')
})
