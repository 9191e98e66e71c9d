import { quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { type DraftProblem, nameProblem } from './draft-problems.ts'
import {
  byPlatform,
  type ChangeStatement,
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

// Event triggers belong to the platform's superuser, whose functions create, change and drop them.

function definitionOf(draft: EventTriggerDraft): ChangeStatement {
  const { schema, name } = draft.function
  return byPlatform(
    statementOf(
      [
        { sql: quoteIdentifier(draft.name), path: 'name' },
        { sql: `on ${draft.event}`, path: 'event' },
        ...(draft.tags.length === 0
          ? []
          : [{ sql: `when tag in (${draft.tags.map(quoteLiteral).join(', ')})`, path: 'tags' }]),
        { sql: `execute function ${quoteQualified(schema, name)}()`, path: 'function' },
      ],
      { before: 'create event trigger ', between: '\n  ' },
    ),
  )
}

const FIRING = {
  origin: 'enable',
  always: 'enable always',
  replica: 'enable replica',
  disabled: 'disable',
} as const

/** `alter event trigger` with the rest of the statement. */
const alter = (name: string, rest: string, path: string) =>
  byPlatform(plainStatement(`alter event trigger ${quoteIdentifier(name)} ${rest}`, path))

const enabledOf = ({ name, enabled }: EventTriggerDraft) => alter(name, FIRING[enabled], 'enabled')

const commentOn = ({ name, comment }: EventTriggerDraft) =>
  byPlatform(
    plainStatement(
      `comment on event trigger ${quoteIdentifier(name)} is ${comment === null ? 'null' : quoteLiteral(comment)}`,
      'comment',
    ),
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
      : [alter(current.name, `rename to ${quoteIdentifier(draft.name)}`, 'name')]),
    ...(current.enabled === draft.enabled ? [] : [enabledOf(draft)]),
    ...(current.comment === draft.comment ? [] : [commentOn(draft)]),
  ]
}

export const dropEventTrigger = ({ name }: Pick<EventTriggerDraft, 'name'>): ChangeStatement =>
  byPlatform(plainStatement(`drop event trigger ${quoteIdentifier(name)}`))
