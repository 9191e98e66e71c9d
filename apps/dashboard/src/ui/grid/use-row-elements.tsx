import { useState } from 'react'
import { type Renderers, Row } from 'react-data-grid'
import { RowElements } from './row-elements.ts'

/** Lets a grid reuse its rows' elements when its view jumps. `watch` is the ref of the grid's container. */
export function useRowElements<Item>() {
  const [kit] = useState(() => {
    const elements = new RowElements()
    const renderers: Renderers<Item, unknown> = {
      renderRow: (_, props) => <Row {...props} key={elements.keyOf(props.rowIdx)} />,
    }
    return {
      renderers,
      activate: (row: number | undefined) => elements.activate(row),
      watch: (surface: HTMLElement | null) => {
        const look = ({ target }: Event) => {
          if (target instanceof Element) elements.scrolledTo(target.scrollTop)
        }
        // In the capture phase, before the grid handles the event and renders.
        surface?.addEventListener('scroll', look, { capture: true })
        return () => surface?.removeEventListener('scroll', look, { capture: true })
      },
    }
  })
  return kit
}
