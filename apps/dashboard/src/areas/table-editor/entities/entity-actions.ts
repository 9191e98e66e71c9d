import type { Entity } from '@basalt/contract/table-editor/table-editor.schema.ts'
import { Copy, Pin } from 'lucide-react'
import { copyText } from '../../../lib/clipboard.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { Icon } from '../../../ui/text/icon.ts'

/** What the actions on an entity may use. */
export interface EntityActionContext {
  /** Of the project. */
  readonly ref: string
  /** Why the member may not change this entity; undefined when they may. */
  readonly refusal: string | undefined
  /** Opens it in a tab that stays. */
  readonly onPin: (entity: Entity) => void
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

const copyActions: EntityActions = ({ name }) => [
  { label: 'Copy name', icon: Copy, run: () => void copyName(name) },
]

/** The menu of an entity, from top to bottom. A line separates the groups. */
const groups: readonly EntityActions[] = [openActions, copyActions]

/** The groups that have actions for an entity. */
export const entityActions = (entity: Entity, context: EntityActionContext) =>
  groups.map((group) => group(entity, context)).filter((actions) => actions.length > 0)

const copyName = (name: string) =>
  copyText(name).then(
    () => toast({ tone: 'success', title: 'Name copied' }),
    (error: Error) =>
      toast({ tone: 'critical', title: 'Failed to copy the name', description: error.message }),
  )
