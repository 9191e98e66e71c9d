import type { Entity } from '@basalt/contract/table-editor/table-editor.schema.ts'
import { Fragment, type ReactNode, type SyntheticEvent, useState } from 'react'
import { ContextMenu } from '../../../ui/menu/ContextMenu.tsx'
import { MenuAt } from '../../../ui/menu/MenuAt.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { Submenu } from '../../../ui/menu/Submenu.tsx'
import { type EntityAction, type EntityActionContext, entityActions } from './entity-actions.ts'
import { ENTITY_ROW, EntityMenuContext } from './entity-menu-context.ts'

/**
 * One menu for all rows in it, at the row's button or at the pointer: a menu per row would be most of the cost of
 * rendering a row.
 */
export function WithEntityMenu({
  entities,
  context,
  children,
}: {
  entities: readonly Entity[]
  context: EntityActionContext
  children: ReactNode
}) {
  const [button, setButton] = useState<HTMLElement>()
  // A menu keeps its items while it closes.
  const [entity, setEntity] = useState<Entity>()
  const items = entity && <EntityMenuItems entity={entity} context={context} />
  const chooseRow = (event: SyntheticEvent) => {
    const id = (event.target as Element).closest(`[${ENTITY_ROW}]`)?.getAttribute(ENTITY_ROW)
    const row = entities.find((one) => String(one.id) === id)
    if (row) setEntity(row)
    // Outside of the rows, the browser's own menu appears.
    else if (event.type === 'contextmenu') event.stopPropagation()
  }
  return (
    <EntityMenuContext
      value={(chosen, at) => {
        setEntity(chosen)
        setButton(at)
      }}
    >
      <ContextMenu
        trigger={
          <div
            className="flex min-h-0 flex-1 flex-col"
            onContextMenuCapture={chooseRow}
            onTouchStartCapture={chooseRow}
          />
        }
        items={items}
      >
        {children}
      </ContextMenu>
      <MenuAt anchor={button} onClose={() => setButton(undefined)}>
        {items}
      </MenuAt>
    </EntityMenuContext>
  )
}

function EntityMenuItems({ entity, context }: { entity: Entity; context: EntityActionContext }) {
  return entityActions(entity, context).map((actions, index) => (
    <Fragment key={actions[0]?.label}>
      {index > 0 && <MenuSeparator />}
      {actions.map((action) => (
        <ActionItem key={action.label} action={action} />
      ))}
    </Fragment>
  ))
}

function ActionItem({
  action: { label, icon, isDestructive, reason, run, actions },
}: {
  action: EntityAction
}) {
  if (actions && reason === undefined)
    return (
      <Submenu label={label} {...(icon && { icon })}>
        {actions.map((action) => (
          <ActionItem key={action.label} action={action} />
        ))}
      </Submenu>
    )
  return (
    <MenuItem
      {...(icon && { icon })}
      {...(isDestructive && { destructive: true })}
      {...(reason !== undefined && { reason })}
      {...(run && { onSelect: run })}
    >
      {label}
    </MenuItem>
  )
}
