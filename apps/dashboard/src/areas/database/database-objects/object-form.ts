import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { useChangeForm } from '../../table-editor/tables/change-form.port.ts'
import { usePlan } from '../../table-editor/tables/change-plan.port.ts'
import type { DescribedObject, ObjectFormProps } from './object-kind-page.ts'
import { objectQueries, useApplyObjectChange } from './objects.queries.ts'

/** What the form of a kind consists of. */
interface ObjectFormRules<Form extends object, Draft> {
  object: ObjectChange['object']
  /** Such as `type`. */
  one: string
  /** The title of the form of a new object. */
  newTitle: string
  /** Tells forms of new objects apart; their schema by default. */
  place?: string
  emptyForm: (schema: string) => Form
  formOf: (draft: Draft, isCopy: boolean) => Form
  draftOf: (form: Form) => Draft
  /** Whether stored JSON is a form. */
  isForm: (value: object) => boolean
  /** What an edit says besides the draft. */
  edits?: object
  /** The draft as the plan gets it, without what only a save may send. */
  planned?: (draft: Draft) => Draft
  /** The draft as it is saved; throws what speaks against saving it. */
  saved?: (draft: Draft) => Draft
}

/** The form of an object: its state, the plan of its change, and what the sheet around its fields needs. */
export function useObjectForm<
  Form extends object,
  Draft extends DescribedObject['draft'],
  Found extends DescribedObject & { draft: Draft },
>(
  rules: ObjectFormRules<Form, Draft>,
  { projectRef: ref, schema, found, isCopy, refusal, onSaved, onClose }: ObjectFormProps<Found>,
) {
  const { object, one, draftOf, planned = same, saved = same } = rules
  const isEdit = found !== undefined && !isCopy
  const newPlace = rules.place ?? schema
  const place = found ? `${isCopy ? 'copy' : 'edit'}.${found.id}` : `new${newPlace && `.${newPlace}`}`
  const state = useChangeForm<Form>({
    place: `${ref}.${object.replace('_', '-')}.${place}`,
    fingerprint: found?.fingerprint ?? null,
    begin: () => (found ? rules.formOf(found.draft, isCopy) : rules.emptyForm(schema)),
    draftOf,
    isForm: rules.isForm,
  })
  const draft = draftOf(state.form)
  const changeWith = (sent: Draft) =>
    (isEdit
      ? {
          object,
          action: 'edit',
          id: found.id,
          fingerprint: state.fingerprint ?? '',
          draft: sent,
          ...rules.edits,
        }
      : { object, action: 'create', draft: sent }) as unknown as ObjectChange
  const body = changeWith(planned(draft))
  const plan = usePlan(body, (asked) => objectQueries.plan(ref, asked))
  const apply = useApplyObjectChange(ref)
  return {
    state,
    form: state.form,
    change: state.change,
    /** Changes some fields of the form. */
    set: (part: Partial<Form>) => state.change((now) => ({ ...now, ...part })),
    isEdit,
    draft,
    /** The change that the plan is of. */
    body,
    plan,
    /** The properties of a field that say what is wrong with it. */
    errorAt: (path: string) => errorOf(state.errors.get(path)),
    /** The properties of the `ChangeSheet` around the fields. */
    sheet: {
      what: one,
      title: found ? `${isCopy ? 'Duplicate' : 'Edit'} ${found.draft.name}` : rules.newTitle,
      saveLabel: `${isEdit ? 'Save' : 'Create'} ${one}`,
      refusal,
      state,
      plan,
      apply: async () => apply(changeWith(saved(draft))),
      onSaved,
      onClose,
    },
  }
}

const same = <Value>(value: Value) => value

/** The properties of a field that has this error, if any. */
export const errorOf = (message: string | undefined) => message !== undefined && { error: message }
