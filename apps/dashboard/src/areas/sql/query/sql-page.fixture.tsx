import type { WayBack } from '@basalt/contract/backups/backups.rules.ts'
import type { Database } from '@basalt/contract/connect/connect.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { Activity } from '@basalt/contract/query/activity.schema.ts'
import type { SchemaCatalogue } from '@basalt/contract/query/catalogue.schema.ts'
import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { EditorView } from '@codemirror/view'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aBackupOverview } from '../../database/backups/a-backup-overview.fixture.ts'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { openStream } from './results/canned-stream.fixture.ts'
import { SqlPage } from './SqlPage.tsx'

// CodeMirror measures text; jsdom has no layout.
const nowhere = new DOMRect()
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => nowhere

export const end: QueryEvent = { type: 'end', durationMs: 7 }

/** Setup for tests of the page, once per file. */
export function prepareSqlPage() {
  // Preloads what the page loads lazily, so that no test waits for compilation.
  beforeAll(async () => {
    await Promise.all([
      import('./editor/SqlEditor.tsx'),
      import('./editor/search-and-lint.ts'),
      import('./results/ResultsPane.tsx'),
      import('../../../ui/grid/ColumnarGrid.tsx'),
    ])
  }, 60_000)
  beforeEach(() => {
    // jsdom has no layout, and the grid draws only what fits its size.
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

function Page({ project, text }: { project: Project; text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <SqlPage
      project={project}
      overviewLink={<a href="/overview">Open overview</a>}
      document={{ id: 'document', initialText: text, onTextChange: () => undefined }}
      title={<h1>Orders</h1>}
      isActivityOpen={isOpen}
      onActivityOpenChange={setOpen}
    />
  )
}

const aCatalogue: SchemaCatalogue = {
  relations: [
    {
      schema: 'public',
      name: 'users',
      kind: 'r',
      columns: [
        ['id', 'integer'],
        ['name', 'text'],
      ],
    },
  ],
  functions: [{ schema: 'public', name: 'known', arguments: '', returns: 'int', volatility: 's' }],
}

const anActivity: Activity = {
  pid: 4711,
  connected_at: '2026-01-01T00:00:00.000000Z',
  query: 'select pg_sleep(600)',
  state: 'active',
  role: 'postgres',
  application: 'psql',
  query_started_at: '2026-01-01T00:00:01.000000Z',
  waits_for: 'Lock: relation',
}

const backupsWith = (way_back: WayBack) =>
  aBackupOverview({ backups: [], pitr: { enabled: way_back === 'restore_point' }, way_back })

const aDatabase = (overrides: Partial<Database>): Database => ({
  identifier: '',
  database_type: 'PRIMARY',
  region: 'eu-west-1',
  status: 'ACTIVE_HEALTHY',
  db_host: '127.0.0.1',
  db_port: 54401,
  db_name: 'postgres',
  db_user: 'postgres',
  infra_compute_size: 'machine',
  size: 'machine',
  cloud_provider: 'self-hosted',
  connection_string: '',
  connectionString: '',
  restUrl: '',
  inserted_at: '2026-01-01T00:00:00.000Z',
  ...overrides,
})

/** The editor, once it has replaced the plain field that is displayed until its code is loaded. */
export const loadedEditor = () =>
  waitFor(() => {
    const field = screen.getByRole('textbox', { name: 'SQL' })
    if (!field.classList.contains('cm-content')) throw new Error('The editor is not loaded yet')
    return field
  })

/** The page of a project with this text in its editor. The test writes the stream that answers every query. */
export async function openPage(
  text: string,
  differences: Parameters<typeof aProject>[0] = {},
  /** Databases in addition to the primary. */
  replicas: readonly Partial<Database>[] = [],
  /** How the project returns to the moment before SQL that removes data. */
  wayBack: WayBack = 'restore_point',
) {
  const project = aProject(differences)
  const databases = [
    ...replicas.map((replica) => aDatabase({ database_type: 'READ_REPLICA', ...replica })),
    aDatabase({ identifier: project.ref }),
  ]
  const stream = openStream()
  const sent: string[] = []
  const bodies: object[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/query/stream')) {
      const body = JSON.parse(String(init.body))
      sent.push(body.query)
      bodies.push(body)
      return stream.response
    }
    if (url.endsWith('/database-roles'))
      return Response.json([
        { name: 'anon', bypasses_rls: false },
        { name: 'authenticated', bypasses_rls: false },
      ])
    if (url.endsWith('/backups')) return Response.json(backupsWith(wayBack))
    if (url.endsWith('/databases')) return Response.json(databases)
    if (url.endsWith('/schema-catalogue')) return Response.json(aCatalogue)
    if (url.includes('/activity?') || url.endsWith('/activity')) return Response.json([anActivity])
    if (url.includes('/end')) bodies.push({ url, ...JSON.parse(String(init.body)) })
    if (init.method === 'DELETE') {
      stream.write({
        type: 'error',
        code: 'sql_failed',
        message: 'canceled',
        sql: { sqlstate: '57014', formattedError: '' },
      })
      stream.close()
    }
    return Response.json({ done: true })
  })
  await renderPage(<Page project={project} text={text} />)
  const editor = await loadedEditor()
  const answer = (...events: QueryEvent[]) => {
    stream.write(...events)
    stream.close()
  }
  return { editor, view: EditorView.findFromDOM(editor)!, sent, bodies, answer, stream }
}

export const pressRun = (editor: HTMLElement) => fireEvent.keyDown(editor, { key: 'Enter', ctrlKey: true })
