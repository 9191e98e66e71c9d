import type { Edition } from '@basalt/contract/installation/installation.schema.ts'

export type PreviewId =
  | 'go-to-keys'
  | 'recent-projects'
  | 'api-docs-panel'
  | 'auth-overview'
  | 'column-privileges'
  | 'unified-logs'

/** Something new that everybody can switch on and off for themselves while it is tried. */
export interface Preview {
  id: PreviewId
  name: string
  /** What it is good for, and what changes when it is on; each a paragraph. */
  words: readonly string[]
  isNew: boolean
  /** Means nothing in the self-hosted edition, and is not shown there. */
  isPlatformOnly: boolean
  /** On until switched off. */
  isDefaultOptIn: boolean
  /** The page that it is about, as the router writes it; without the page there is nothing to try. */
  route?: string
}

const standard = { isNew: false, isPlatformOnly: false, isDefaultOptIn: false }

export const previews: readonly Preview[] = [
  {
    ...standard,
    id: 'go-to-keys',
    name: 'Go-to keys',
    words: [
      'Go to any page of the rail with two keys, one after the other: G, then the letter of the page. G S opens the SQL editor, G O the overview.',
      'The letters of the place you are in stand in the sheet of keyboard shortcuts, which ? opens.',
      'While you type into a field, G is the letter G.',
    ],
    isNew: true,
  },
  {
    ...standard,
    id: 'recent-projects',
    name: 'Recent projects in the command menu',
    words: [
      'The projects you opened last stand in the command menu by name, so that two keys and Enter lead from one to another.',
      'Which ones they are is kept in this browser and forgotten when you sign out.',
    ],
    isNew: true,
    isPlatformOnly: true,
    isDefaultOptIn: true,
  },
  {
    ...standard,
    id: 'api-docs-panel',
    name: 'API docs side panel',
    words: [
      'API Docs in the rail opens a panel at the side of the page you are on, instead of leaving it: the table stays in view while you copy how to read it.',
      'The page itself is still found by the command menu, and by the link in the panel.',
    ],
    isNew: true,
    route: '/project/$ref/api',
  },
  {
    ...standard,
    id: 'auth-overview',
    name: 'Authentication overview',
    words: ['Sign-ups, sign-ins and their failures of a project at one glance, above the list of its users.'],
    route: '/project/$ref/auth/overview',
  },
  {
    ...standard,
    id: 'column-privileges',
    name: 'Column-level privileges',
    words: ['Grant and revoke rights on single columns of a table, role by role.'],
    route: '/project/$ref/database/column-privileges',
  },
  {
    ...standard,
    id: 'unified-logs',
    name: 'Unified logs',
    words: ['The logs of all parts of a project in one list, with filters and a live tail.'],
    isPlatformOnly: true,
    route: '/project/$ref/logs',
  },
]

/** The previews that can be tried here. */
export const offeredPreviews = (edition: Edition, isMissing: (route: string) => boolean) =>
  previews.filter(
    ({ isPlatformOnly, route }) =>
      (edition === 'platform' || !isPlatformOnly) && (route === undefined || !isMissing(route)),
  )

/** What was said of previews so far, by their ids. */
export type PreviewChoices = Readonly<Record<string, boolean>>

export const enabledPreviews = (
  offered: readonly Preview[],
  choices: PreviewChoices,
): ReadonlySet<PreviewId> =>
  new Set(offered.filter(({ id, isDefaultOptIn }) => choices[id] ?? isDefaultOptIn).map(({ id }) => id))
