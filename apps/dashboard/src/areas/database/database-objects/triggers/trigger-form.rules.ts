import type { TriggerDraft } from '@basalt/contract/database-objects/triggers/triggers.schema.ts'

/** A trigger in the form: texts that are empty for none. */
export interface TriggerForm {
  draft: TriggerDraft
  when: string
  /** One on each line. */
  arguments: string
  oldTable: string
  newTable: string
}

export const EVENTS = ['insert', 'update', 'delete', 'truncate'] as const

export const emptyForm = (schema: string): TriggerForm => ({
  draft: {
    schema,
    table: '',
    name: '',
    comment: null,
    timing: 'after',
    events: ['insert'],
    columns: [],
    level: 'row',
    when: null,
    old_table: null,
    new_table: null,
    function: { schema, name: '' },
    arguments: [],
    enabled: 'origin',
    constraint: null,
  },
  when: '',
  arguments: '',
  oldTable: '',
  newTable: '',
})

/** The form of a trigger that exists, or of a copy of it. */
export const formOf = (draft: TriggerDraft, isCopy: boolean): TriggerForm => ({
  draft: isCopy ? { ...draft, name: `${draft.name}_copy` } : draft,
  when: draft.when ?? '',
  arguments: draft.arguments.join('\n'),
  oldTable: draft.old_table ?? '',
  newTable: draft.new_table ?? '',
})

/** Can the trigger be a constraint trigger? Those fire after each row. */
export const canBeConstraint = ({ timing, level }: Pick<TriggerDraft, 'timing' | 'level'>) =>
  timing === 'after' && level === 'row'

export function draftOf({ draft, when, arguments: lines, oldTable, newTable }: TriggerForm): TriggerDraft {
  const constraint = canBeConstraint(draft) ? draft.constraint : null
  return {
    ...draft,
    comment: draft.comment === '' ? null : draft.comment,
    columns: draft.events.includes('update') ? draft.columns : [],
    when: when.trim() === '' ? null : when,
    arguments: argumentsOf(lines, draft.arguments),
    // Constraint triggers have no rows as tables.
    old_table: oldTable === '' || constraint ? null : oldTable,
    new_table: newTable === '' || constraint ? null : newTable,
    constraint,
  }
}

/** The arguments of a text that nobody has changed stay what they are: one may have several lines. */
const argumentsOf = (lines: string, known: readonly string[]) =>
  lines === known.join('\n') ? [...known] : lines.split('\n')

/** Chosen events in the order in which PostgreSQL lists them. */
export const withEvent = (
  events: TriggerDraft['events'],
  event: TriggerDraft['events'][number],
  isChosen: boolean,
) => EVENTS.filter((each) => (each === event ? isChosen : events.includes(each)))

/** A trigger in words, such as `before insert or update, each row`. */
export const firesText = ({ timing, events, level }: Pick<TriggerDraft, 'timing' | 'events' | 'level'>) =>
  `${timing === 'instead_of' ? 'instead of' : timing} ${events.join(' or ')}, each ${level}`
