import { ValidationIssue } from '@basalt/contract/errors.ts'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { ApiError } from './api-error.ts'

const Issues = z.object({ issues: z.array(ValidationIssue) })

interface FormFailure<Values extends FieldValues> {
  message?: string
  fields?: Partial<Record<FieldPath<Values>, string>>
}

/**
 * Makes a form's `describeError`: a server error appears beside the field it names, or above the form when the form
 * does not have that field. `fields` are the names of the form's own fields.
 */
export const formFailure =
  <Values extends FieldValues>(fields: readonly FieldPath<Values>[]) =>
  (error: unknown): FormFailure<Values> => {
    const { data } = Issues.safeParse(error instanceof ApiError ? error.body.details : undefined)
    const beside = data?.issues.filter(({ path }) => fields.some((field) => field === path)) ?? []
    if (!data || beside.length < data.issues.length)
      return { message: error instanceof Error ? error.message : String(error) }
    return {
      fields: Object.fromEntries(beside.map(({ path, message }) => [path, message])),
    } as FormFailure<Values>
  }
