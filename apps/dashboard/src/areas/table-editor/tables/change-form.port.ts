import { useState } from 'react'
import { readPreference, writePreference } from '../../../lib/preference.ts'
import { shape } from '../../../lib/shape.ts'

/** A form that was not saved, with the fingerprint of what it began with; null for something new. */
interface StoredForm<Form> {
  version: 1
  fingerprint: string | null
  form: Form
}

interface Opened<Form> {
  form: Form
  /** The fingerprint of what the form began with; null for something new. */
  base: string | null
  /** What the form began with, as text; undefined for one that was kept from before. */
  begun: string | undefined
}

export interface ChangeFormOptions<Form> {
  /** Names the project, the panel and the object; what is typed is kept under it. */
  place: string
  /** Of the object as it is now; null for a new one. */
  fingerprint: string | null
  /** The form as the panel opens with it. */
  begin: () => Form
  /** What would be saved, to tell edits from nothing. */
  draftOf: (form: Form) => unknown
  /** Whether stored JSON is a form. */
  isForm: (value: object) => boolean
}

const NO_ERRORS: ReadonlyMap<string, string> = new Map()

/**
 * The state of a form that changes the database. What is typed is kept in this browser until it is saved or discarded; a
 * form without edits follows what it is about.
 */
export function useChangeForm<Form extends object>({
  place,
  fingerprint,
  begin,
  draftOf,
  isForm,
}: ChangeFormOptions<Form>) {
  const textOf = (form: Form) => JSON.stringify(draftOf(form))
  const stored = storedForms<Form>(place, isForm)
  const beginNow = (): Opened<Form> => {
    const form = begin()
    return { form, base: fingerprint, begun: textOf(form) }
  }
  const [opened, setOpened] = useState<Opened<Form>>(() => {
    const kept = stored.read()
    return kept ? { form: kept.form, base: kept.fingerprint, begun: undefined } : beginNow()
  })
  const [errors, setErrors] = useState(NO_ERRORS)
  const isDirty = opened.begun !== textOf(opened.form)
  const isStale = opened.base !== fingerprint
  if (isStale && !isDirty) setOpened(beginNow())
  return {
    form: opened.form,
    fingerprint: opened.base,
    /** Has the object changed since what is typed began? */
    isStale,
    isDirty,
    /** What is wrong, by paths in the draft. */
    errors,
    setErrors,
    change(update: (form: Form) => Form) {
      const form = update(opened.form)
      setOpened({ ...opened, form })
      setErrors(NO_ERRORS)
      stored.write({ version: 1, fingerprint: opened.base, form })
    },
    startOver() {
      setOpened(beginNow())
      setErrors(NO_ERRORS)
      stored.forget()
    },
    forget: stored.forget,
  }
}

export type ChangeFormState<Form extends object> = ReturnType<typeof useChangeForm<Form>>

function storedForms<Form extends object>(place: string, isForm: (value: object) => boolean) {
  const key = `table-form.${place}`
  const AStoredForm = shape((value) => {
    const stored = value as StoredForm<Form> | null
    const isKnown =
      typeof stored === 'object' &&
      stored?.version === 1 &&
      typeof stored.form === 'object' &&
      stored.form !== null &&
      isForm(stored.form)
    return isKnown ? stored : undefined
  })
  const read = () => readPreference<StoredForm<Form> | undefined>(key, AStoredForm, undefined)
  return {
    read,
    write: (stored: StoredForm<Form>) => writePreference(key, stored),
    forget() {
      if (read()) writePreference(key, null)
    },
  }
}
