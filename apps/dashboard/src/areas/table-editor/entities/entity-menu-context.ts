import type { Entity } from '@basalt/contract/table-editor/table-editor.schema.ts'
import { createContext, useContext } from 'react'

/** Opens the menu of an entity below a button of its row. */
export type OpenEntityMenu = (entity: Entity, button: HTMLElement) => void

export const EntityMenuContext = createContext<OpenEntityMenu>(() => undefined)

export const useEntityMenu = () => useContext(EntityMenuContext)

/** The attribute of a row with the entity's oid, by which a right click or a long press finds the entity. */
export const ENTITY_ROW = 'data-entity'
