import { quoteIdentifier, quoteLiteral } from '@basalt/sql/quote.ts'
import { type DraftProblem, nameProblem } from './draft-problems.ts'
import { byPlatform, type ChangeStatement, plainStatement } from './statement.ts'

/** An extension as a form has it. */
export interface ExtensionDraft {
  readonly name: string
  readonly schema: string
  /** Null for the default one. */
  readonly version: string | null
}

/** What is wrong with a draft before PostgreSQL sees it. `current` is the extension that is updated. */
export function extensionProblems(draft: ExtensionDraft, current?: ExtensionDraft): DraftProblem[] {
  const problems: DraftProblem[] = []
  const say = (path: string, message: string | false | undefined) => {
    if (message !== undefined && message !== false) problems.push({ path, message })
  }
  say('name', nameProblem(draft.name, 'Name the extension'))
  say('schema', nameProblem(draft.schema, 'Choose a schema'))
  if (current) {
    say('name', draft.name !== current.name && 'An extension keeps its name.')
    say(
      'schema',
      draft.schema !== current.schema &&
        'Only a superuser can move an extension. Disable it, and enable it in the other schema.',
    )
  }
  return problems
}

// Extensions belong to the platform's superuser, whose functions create, update and drop those that are allowed.

export const createExtension = ({ name, schema, version }: ExtensionDraft): ChangeStatement[] => [
  byPlatform(
    plainStatement(
      `create extension ${quoteIdentifier(name)} with schema ${quoteIdentifier(schema)}${
        version === null ? '' : ` version ${quoteLiteral(version)}`
      } cascade`,
    ),
  ),
]

export const updateExtension = (current: ExtensionDraft, { version }: ExtensionDraft): ChangeStatement[] =>
  version === current.version
    ? []
    : [
        byPlatform(
          plainStatement(
            `alter extension ${quoteIdentifier(current.name)} update${version === null ? '' : ` to ${quoteLiteral(version)}`}`,
            'version',
          ),
        ),
      ]

export const dropExtension = ({ name }: ExtensionDraft, isCascade: boolean): ChangeStatement =>
  byPlatform(plainStatement(`drop extension ${quoteIdentifier(name)}${isCascade ? ' cascade' : ''}`))
