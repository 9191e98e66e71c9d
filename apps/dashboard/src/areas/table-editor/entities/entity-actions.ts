import { entityKindNames } from '@basalt/contract/table-editor/entities.rules.ts'
import type { Entity } from '@basalt/contract/table-editor/table-editor.schema.ts'
import type { QueryClient } from '@tanstack/react-query'
import { Copy, CopyPlus, FileCode2, Pencil, Pin, ShieldCheck, Trash2 } from 'lucide-react'
import { copyAsyncText } from '../../../lib/clipboard.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { Icon } from '../../../ui/text/icon.ts'
import { exportActions } from '../table-transfer/exports/export-actions.ts'
import { entityQueries } from './entities.queries.ts'

/** What the actions on an entity may use. */
export interface EntityActionContext {
  /** Of the project. */
  readonly ref: string
  /** Why the member may not change this entity; undefined when they may. */
  readonly refusal: string | undefined
  readonly client: QueryClient
  /** Opens it in a tab that stays. */
  readonly onPin: (entity: Entity) => void
  /** Opens a panel of its table over the page. */
  readonly onPanel: (panel: 'edit' | 'duplicate' | 'delete', entity: Entity) => void
  /** Opens the page of policies with those of its table. */
  readonly onPolicies: (entity: Entity) => void
}

/** A line of an entity's menu. It has `run`, or `actions` for a submenu. */
export interface EntityAction {
  readonly label: string
  readonly icon?: Icon
  readonly isDestructive?: boolean
  /** Why it is unavailable. */
  readonly reason?: string | undefined
  readonly run?: () => void
  readonly actions?: readonly EntityAction[]
}

/** Returns no actions for entities that it is not meant for. */
export type EntityActions = (entity: Entity, context: EntityActionContext) => readonly EntityAction[]

const openActions: EntityActions = (entity, { onPin }) => [
  { label: 'Open in a tab that stays', icon: Pin, run: () => onPin(entity) },
]

const copyActions: EntityActions = ({ id, name }, { ref, client }) => [
  { label: 'Copy name', icon: Copy, run: () => void copy('name', async () => name) },
  {
    label: 'Copy definition',
    icon: FileCode2,
    run: () =>
      void copy('definition', async () => (await client.fetchQuery(entityQueries.definition(ref, id))).sql),
  },
]

const changeActions: EntityActions = (entity, { refusal, onPanel, onPolicies }) => {
  const isTable = entity.type === 'r' || entity.type === 'p'
  const kind = entityKindNames[entity.type].toLowerCase()
  return [
    ...(isTable
      ? [
          { label: 'Edit table', icon: Pencil, run: () => onPanel('edit', entity) },
          {
            label: 'Duplicate table',
            icon: CopyPlus,
            reason: refusal,
            run: () => onPanel('duplicate', entity),
          },
          { label: 'View policies', icon: ShieldCheck, run: () => onPolicies(entity) },
        ]
      : []),
    {
      label: `Delete ${kind}`,
      icon: Trash2,
      isDestructive: true,
      reason: refusal,
      run: () => onPanel('delete', entity),
    },
  ]
}

/** The menu of an entity, from top to bottom. A line separates the groups. */
const groups: readonly EntityActions[] = [openActions, copyActions, exportActions, changeActions]

/** The groups that have actions for an entity. */
export const entityActions = (entity: Entity, context: EntityActionContext) =>
  groups.map((group) => group(entity, context)).filter((actions) => actions.length > 0)

const copy = (what: string, text: () => Promise<string>) =>
  copyAsyncText(text).then(
    () => toast({ tone: 'success', title: `Copied the ${what}` }),
    (error: Error) =>
      toast({ tone: 'critical', title: `Failed to copy the ${what}`, description: error.message }),
  )
