import { zodResolver } from '@hookform/resolvers/zod'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { Input } from '../controls/Input.tsx'
import { Select } from '../controls/Select.tsx'
import { Form, type FormFailure } from './Form.tsx'
import { FormField } from './FormField.tsx'
import { SubmitButton } from './SubmitButton.tsx'

const Project = z.object({
  name: z.string().trim().min(3, 'At least 3 characters'),
  region: z.enum(['paris', 'tokyo'], 'Choose a region'),
})
type Project = z.output<typeof Project>

const regions = [
  { value: 'paris', label: 'Paris' },
  { value: 'tokyo', label: 'Tokyo' },
] as const

function NewProject({
  onSubmit,
  describeError,
}: {
  onSubmit: (project: Project) => Promise<void> | void
  describeError?: (error: unknown) => FormFailure<z.input<typeof Project>>
}) {
  const form = useForm({
    resolver: zodResolver(Project),
    defaultValues: { name: '', region: null as never },
  })
  return (
    <Form form={form} onSubmit={onSubmit} describeError={describeError}>
      <FormField control={form.control} name="name" label="Name" required description="3 to 64 characters">
        {(field) => <Input {...field} />}
      </FormField>
      <FormField control={form.control} name="region" label="Region">
        {(field) => <Select options={regions} {...field} />}
      </FormField>
      <SubmitButton>Create project</SubmitButton>
    </Form>
  )
}

const submitButton = () => screen.getByRole('button', { name: 'Create project' })
const nameInput = () => screen.getByRole('textbox', { name: /^Name/ })

async function fillIn(name: string) {
  await userEvent.type(nameInput(), name)
  await userEvent.click(screen.getByRole('combobox', { name: 'Region' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Tokyo' }))
}

test('each invalid value has its error at its control and the first one gets focus', async () => {
  const create = vi.fn()
  render(<NewProject onSubmit={create} />)
  await userEvent.click(submitButton())
  expect(await screen.findByText('At least 3 characters')).toBeTruthy()
  expect(screen.getByText('Choose a region')).toBeTruthy()
  expect(document.activeElement).toBe(nameInput())
  expect(nameInput().getAttribute('aria-invalid')).toBe('true')
  const describedBy = nameInput().getAttribute('aria-describedby')?.split(' ') ?? []
  const described = describedBy.map((id) => document.getElementById(id)?.textContent)
  expect(described).toEqual(expect.arrayContaining(['At least 3 characters', '3 to 64 characters']))
  expect(create).not.toHaveBeenCalled()
})

test('valid values are submitted as the schema gives them', async () => {
  const create = vi.fn()
  render(<NewProject onSubmit={create} />)
  await fillIn('  shop  ')
  await userEvent.click(submitButton())
  await waitFor(() => expect(create).toHaveBeenCalledWith({ name: 'shop', region: 'tokyo' }))
})

test('a server error appears above the fields, the values stay, and the form can be submitted again', async () => {
  const create = vi
    .fn()
    .mockRejectedValueOnce(new Error('The organization is full'))
    .mockResolvedValueOnce(undefined)
  render(<NewProject onSubmit={create} />)
  await fillIn('shop')
  await userEvent.click(submitButton())
  expect((await screen.findByRole('alert')).textContent).toBe('The organization is full')
  expect(nameInput()).toHaveProperty('value', 'shop')
  await userEvent.click(submitButton())
  await waitFor(() => expect(create).toHaveBeenCalledTimes(2))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a server error of a field appears there and focuses it', async () => {
  render(
    <NewProject
      onSubmit={() => Promise.reject(new Error('conflict'))}
      describeError={() => ({ fields: { name: 'This name is taken' } })}
    />,
  )
  await fillIn('shop')
  await userEvent.click(submitButton())
  expect(await screen.findByText('This name is taken')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(nameInput()))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('submitting twice while the first is under way submits once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const create = vi.fn(() => promise)
  render(<NewProject onSubmit={create} />)
  await fillIn('shop')
  await userEvent.click(submitButton())
  await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBe('true'))
  await userEvent.type(nameInput(), '{Enter}')
  resolve()
  await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBeNull())
  expect(create).toHaveBeenCalledOnce()
})
