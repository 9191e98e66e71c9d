import { includesLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import {
  SHARED_ROWS,
  SHARED_ROWS_CHARACTERS_MAX,
  SHARED_ROWS_LEVEL,
} from '@basalt/contract/ai/assistant.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { closeSidePanel } from '../../../../app/shell/side-panel.port.ts'
import { FocusReturn } from '../../../../ui/FocusReturn.tsx'
import { FailureHelp } from '../../query/failure/failure-help.ts'
import { runOutcome } from '../../query/run/run-outcome.ts'
import { SqlCard } from '../../query/SqlCard.port.tsx'
import { openEditor } from '../../workspace/open-editor.state.ts'
import { aiQueries } from '../ai.queries.ts'
import { AssistantPanel } from './AssistantPanel.tsx'
import { InsertMenu } from './InsertMenu.tsx'
import type { ProposedSql } from './MessageParts.tsx'
import { newChat, requestedChatState } from './new-chat.state.ts'
import { debugChat } from './starters.ts'

/** From this width on, the window has room for the panel beside the page. */
const BESIDE_PAGE = '(min-width: 64rem)'

/** The assistant of a project: its SQL can be run here or inserted into the open editor. */
export function ProjectAssistant({
  project,
  userId,
  isOpen,
}: {
  project: Project
  /** Undefined on an installation without users. */
  userId: string | undefined
  isOpen: boolean
}) {
  const requestedChat = requestedChatState.use()
  const editor = openEditor.use()
  if (!isOpen) return null
  const owner = userId ?? 'local'
  return (
    <FocusReturn>
      <AssistantPanel
        key={`${owner}.${project.ref}`}
        userId={owner}
        project={project}
        requestedChat={requestedChat}
        onBegun={() => requestedChatState.set(undefined)}
        onClose={() => closeSidePanel('assistant')}
        showSql={(proposed) => <ProjectSql project={project} proposed={proposed} />}
        attach={editor && (() => ({ label: editor.name(), sql: editor.text() }))}
      />
    </FocusReturn>
  )
}

function ProjectSql({
  project,
  proposed: { sql, name, id, where, onOutcome },
}: {
  project: Project
  proposed: ProposedSql
}) {
  const { data: level = 'disabled' } = useQuery(aiQueries.level(project.organization_slug))
  const showEditor = () => {
    if (!matchMedia(BESIDE_PAGE).matches) closeSidePanel('assistant')
  }
  return (
    <FailureHelp value={(error) => newChat(debugChat(sql, error))}>
      <SqlCard
        project={project}
        runKey={`assistant:${project.ref}:${id}`}
        sql={sql}
        label={name ?? 'SQL'}
        codeLabel={`${name ?? 'SQL'}${where}`}
        actions={<InsertMenu projectRef={project.ref} sql={sql} name={name} onInserted={showEditor} />}
        onRun={(snapshot) => {
          const { rows, ...outcome } = runOutcome(snapshot, {
            rows: SHARED_ROWS,
            characters: SHARED_ROWS_CHARACTERS_MAX,
          })
          const isShared = includesLevel(level, SHARED_ROWS_LEVEL)
          onOutcome?.({ ...outcome, ...(isShared && rows !== undefined && { rows }) })
        }}
      />
    </FailureHelp>
  )
}
