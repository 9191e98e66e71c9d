import { quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { type DraftProblem, nameProblem } from './draft-problems.ts'
import {
  type ChangeStatement,
  type Clause,
  plainStatement,
  type RelationName,
  statementOf,
} from './statement.ts'

/** An event trigger as a form has it. */
export interface EventTriggerDraft {
  readonly name: string
  readonly comment: string | null
  readonly event: 'ddl_command_start' | 'ddl_command_end' | 'sql_drop' | 'table_rewrite' | 'login'
  /** Such as `CREATE TABLE`; empty for every command of the event. */
  readonly tags: readonly string[]
  readonly function: RelationName
  readonly enabled: 'origin' | 'always' | 'replica' | 'disabled'
}

/**
 * What is wrong with a draft before PostgreSQL sees it. `current` is the event trigger that is edited; names that begin with
 * `reserved` are the platform's.
 */
export function eventTriggerProblems(
  { name, event, tags, function: called }: EventTriggerDraft,
  reserved: string,
  current?: EventTriggerDraft,
): DraftProblem[] {
  const problems: DraftProblem[] = []
  const say = (path: string, message: string | false | undefined) => {
    if (message) problems.push({ path, message })
  }
  say('name', nameProblem(name, 'Name the event trigger'))
  say(
    'name',
    name !== current?.name &&
      name.startsWith(reserved) &&
      `Names that begin with ${reserved} are for those of the platform.`,
  )
  say('event', event === 'login' && 'Only a superuser can create an event trigger on login.')
  say('tags', tags.some((tag) => tag.trim() === '') && 'Name the command')
  say('tags', new Set(tags).size < tags.length && 'A command can be chosen once')
  say('function', called.name === '' && 'Choose the function that it calls')
  return problems
}

const nameArgument = (name: string) => `name => ${quoteLiteral(name)}`

/** A call of a function of the platform, whose superuser owns all event triggers. */
const call = (name: string, more: readonly Clause[]): ChangeStatement =>
  statementOf(more, { before: `select basalt.${name}(`, after: ')', between: ', ' })

function definitionOf(draft: EventTriggerDraft): ChangeStatement {
  const { schema, name } = draft.function
  return call('create_event_trigger', [
    { sql: nameArgument(draft.name), path: 'name' },
    { sql: `event => ${quoteLiteral(draft.event)}`, path: 'event' },
    { sql: `function_name => ${quoteLiteral(quoteQualified(schema, name))}`, path: 'function' },
    ...(draft.tags.length === 0
      ? []
      : [{ sql: `tags => array[${draft.tags.map(quoteLiteral).join(', ')}]`, path: 'tags' }]),
  ])
}

const FIRING = {
  origin: 'enable',
  always: 'enable always',
  replica: 'enable replica',
  disabled: 'disable',
} as const

const enabledOf = ({ name, enabled }: EventTriggerDraft) =>
  plainStatement(
    `select basalt.alter_event_trigger(${nameArgument(name)}, firing => ${quoteLiteral(FIRING[enabled])})`,
    'enabled',
  )

const commentOn = ({ name, comment }: EventTriggerDraft) =>
  plainStatement(
    `select basalt.comment_on_event_trigger(${nameArgument(name)}, description => ${comment === null ? 'null' : quoteLiteral(comment)})`,
    'comment',
  )

export const createEventTrigger = (draft: EventTriggerDraft): ChangeStatement[] => [
  definitionOf(draft),
  ...(draft.enabled === 'origin' ? [] : [enabledOf(draft)]),
  ...(draft.comment === null ? [] : [commentOn(draft)]),
]

/** Does the edit drop the event trigger and create it again, because PostgreSQL cannot change it in place? */
export const recreatesEventTrigger = (current: EventTriggerDraft, draft: EventTriggerDraft): boolean =>
  definitionOf({ ...current, name: draft.name }).sql !== definitionOf(draft).sql

/** The statements that make the event trigger that exists equal to the draft. */
export function alterEventTrigger(current: EventTriggerDraft, draft: EventTriggerDraft): ChangeStatement[] {
  if (recreatesEventTrigger(current, draft)) return [dropEventTrigger(current), ...createEventTrigger(draft)]
  return [
    ...(current.name === draft.name
      ? []
      : [
          plainStatement(
            `select basalt.rename_event_trigger(${nameArgument(current.name)}, new_name => ${quoteLiteral(draft.name)})`,
            'name',
          ),
        ]),
    ...(current.enabled === draft.enabled ? [] : [enabledOf(draft)]),
    ...(current.comment === draft.comment ? [] : [commentOn(draft)]),
  ]
}

export const dropEventTrigger = ({ name }: Pick<EventTriggerDraft, 'name'>): ChangeStatement =>
  plainStatement(`select basalt.drop_event_trigger(${nameArgument(name)})`)
