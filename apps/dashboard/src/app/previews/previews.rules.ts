import type { Edition } from '@basalt/contract/installation/installation.schema.ts'

export type PreviewId =
  | 'go-to-keys'
  | 'recent-projects'
  | 'api-docs-panel'
  | 'auth-overview'
  | 'column-privileges'
  | 'unified-logs'

/** A new feature that users can turn on and off for themselves while it is tested. */
export interface Preview {
  id: PreviewId
  name: string
  /** What it is good for and what it changes, in paragraphs. */
  paragraphs: readonly string[]
  isNew: boolean
  /** Not offered in the self-hosted edition. */
  isPlatformOnly: boolean
  /** On by default. */
  isDefaultOptIn: boolean
  /** The route of the page that it changes; offered only if that page exists. */
  route?: string
}

const standard = { isNew: false, isPlatformOnly: false, isDefaultOptIn: false }

export const previews: readonly Preview[] = [
  {
    ...standard,
    id: 'go-to-keys',
    name: 'Go-to keys',
    paragraphs: [
      'Open any page in the sidebar with two keys in sequence: G, then the letter of the page. G S opens the SQL editor, G O the overview.',
      'Press ? to see the letters of the current project or organization.',
      'In text fields, G just types a G.',
    ],
    isNew: true,
  },
  {
    ...standard,
    id: 'recent-projects',
    name: 'Recent projects in the command menu',
    paragraphs: [
      'The command menu lists the projects you opened last, so you can switch with two keys and Enter.',
      'The list is stored in this browser and cleared when you sign out.',
    ],
    isNew: true,
    isPlatformOnly: true,
    isDefaultOptIn: true,
  },
  {
    ...standard,
    id: 'api-docs-panel',
    name: 'API docs side panel',
    paragraphs: [
      'API Docs in the sidebar opens a panel beside the current page, so a table stays in view while you copy the code to read it.',
      'The full page is still in the command menu and linked in the panel.',
    ],
    isNew: true,
    route: '/project/$ref/api',
  },
  {
    ...standard,
    id: 'auth-overview',
    name: 'Authentication overview',
    paragraphs: ['Sign-ups, sign-ins and failures of a project, above the list of its users.'],
    route: '/project/$ref/auth/overview',
  },
  {
    ...standard,
    id: 'column-privileges',
    name: 'Column-level privileges',
    paragraphs: ['Grant and revoke privileges on single columns of a table, role by role.'],
    route: '/project/$ref/database/column-privileges',
  },
  {
    ...standard,
    id: 'unified-logs',
    name: 'Unified logs',
    paragraphs: ['All logs of a project in one list, with filters and a live tail.'],
    isPlatformOnly: true,
    route: '/project/$ref/logs',
  },
]

/** The previews available in this edition. */
export const offeredPreviews = (edition: Edition, isMissing: (route: string) => boolean) =>
  previews.filter(
    ({ isPlatformOnly, route }) =>
      (edition === 'platform' || !isPlatformOnly) && (route === undefined || !isMissing(route)),
  )

/** Previews turned on or off explicitly, by id. */
export type PreviewChoices = Readonly<Record<string, boolean>>

export const enabledPreviews = (
  offered: readonly Preview[],
  choices: PreviewChoices,
): ReadonlySet<PreviewId> =>
  new Set(offered.filter(({ id, isDefaultOptIn }) => choices[id] ?? isDefaultOptIn).map(({ id }) => id))
