import { useState } from 'react'
import { forgetForm, readStoredForm, storeForm } from './stored-form.ts'
import { draftOf, type TableForm } from './table-form.rules.ts'

interface Opened {
  form: TableForm
  /** The fingerprint of the table that the form began with; null for a new table. */
  base: string | null
  /** What the form began with, as text; undefined for one that was kept from before. */
  begun: string | undefined
}

const NO_ERRORS: ReadonlyMap<string, string> = new Map()

const textOf = (form: TableForm) => JSON.stringify(draftOf(form))

/**
 * The state of a form. What is typed is kept in this browser until it is saved or discarded; a form without edits follows
 * the table. `place` names the project, the panel and the table; `begin` returns the form as the panel opens with it.
 */
export function useTableForm(place: string, fingerprint: string | null, begin: () => TableForm) {
  const beginNow = (): Opened => {
    const form = begin()
    return { form, base: fingerprint, begun: textOf(form) }
  }
  const [opened, setOpened] = useState<Opened>(() => {
    const stored = readStoredForm(place)
    return stored ? { form: stored.form, base: stored.fingerprint, begun: undefined } : beginNow()
  })
  const [errors, setErrors] = useState(NO_ERRORS)
  const isDirty = opened.begun !== textOf(opened.form)
  const isStale = opened.base !== fingerprint
  if (isStale && !isDirty) setOpened(beginNow())
  return {
    form: opened.form,
    fingerprint: opened.base,
    /** Has the table changed since what is typed began? */
    isStale,
    isDirty,
    errors,
    setErrors,
    change(update: (form: TableForm) => TableForm) {
      const form = update(opened.form)
      setOpened({ ...opened, form })
      setErrors(NO_ERRORS)
      storeForm(place, { fingerprint: opened.base, form })
    },
    startOver() {
      setOpened(beginNow())
      setErrors(NO_ERRORS)
      forgetForm(place)
    },
    forget: () => forgetForm(place),
  }
}

export type TableFormState = ReturnType<typeof useTableForm>
