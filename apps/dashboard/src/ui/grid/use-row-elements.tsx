import { useState } from 'react'
import { type Renderers, Row } from 'react-data-grid'
import { RowElements } from './row-elements.ts'

/** Lets a grid use its rows' elements again when its view jumps. `watch` is the ref of what the grid lies in. */
export function useRowElements() {
  const [kit] = useState(() => {
    const elements = new RowElements()
    const renderers: Renderers<number, unknown> = {
      renderRow: (_, props) => <Row {...props} key={elements.keyOf(props.rowIdx)} />,
    }
    return {
      renderers,
      activate: (row: number | undefined) => elements.activate(row),
      watch: (surface: HTMLElement | null) => {
        const look = ({ target }: Event) => {
          if (target instanceof Element) elements.scrolledTo(target.scrollTop)
        }
        // On its way down to the grid, which draws as soon as it hears of it.
        surface?.addEventListener('scroll', look, { capture: true })
        return () => surface?.removeEventListener('scroll', look, { capture: true })
      },
    }
  })
  return kit
}
